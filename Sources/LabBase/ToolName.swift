#if !hasFeature(Embedded)
  import Synchronization
#endif

/// What the program that runs is called, so that hints name commands that can be typed: `my-lab calibrate`.
///
/// A package of one's own has the whole tool under a name of its own. Texts that become part of a file, such as what a
/// made trace says of its origin, do not ask for it: their bytes are the same whoever writes them.
public enum ToolName {
  #if hasFeature(Embedded)
    /// A page's engine is not called by name: its hints name the tool.
    public static var current: String { "lab-run" }
  #else
    private static let name = Mutex("lab-run")

    /// `lab-run`, unless the program says otherwise.
    public static var current: String { name.withLock { $0 } }

    /// Says what the program is called, before it says anything else.
    public static func set(_ text: String) { name.withLock { $0 = text } }
  #endif
}
