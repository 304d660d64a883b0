#if !hasFeature(Embedded)
  import Synchronization
#endif

/// The name of the running program, so that hints name commands that can be typed: `my-lab calibrate`.
///
/// A package of one's own has the whole tool under another name. Texts that become part of a file, such as the origin
/// of a made trace, do not use it: their bytes are the same from every program.
public enum ToolName {
  #if hasFeature(Embedded)
    /// The tool's name, since a page's engine is not called by name.
    public static var current: String { "lab-run" }
  #else
    private static let name = Mutex("lab-run")

    /// The name: `lab-run` unless the program has set another one.
    public static var current: String { name.withLock { $0 } }

    /// Sets the name, before anything is printed.
    public static func set(_ text: String) { name.withLock { $0 = text } }
  #endif
}
