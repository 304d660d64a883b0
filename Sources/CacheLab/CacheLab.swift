@_exported public import GridEngine

/// The lab's version, part of every record.
public enum CacheLabInfo {
  public static let version = "0.1.0"
}
