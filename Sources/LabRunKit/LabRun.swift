public enum LabRun { public static func main() {} }
