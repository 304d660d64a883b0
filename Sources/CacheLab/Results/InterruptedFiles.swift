import Glibc
import Synchronization

/// Files that are half written now: an interrupted process removes them before it ends.
public enum InterruptedFiles {
  private static let paths = Mutex<[String]>([])

  static func remember(_ path: String) { paths.withLock { $0.append(path) } }

  static func forget(_ path: String) { paths.withLock { $0.removeAll { $0 == path } } }

  /// Removes every file that is still half written.
  public static func removeAll() {
    for path in paths.withLock({ $0 }) { unsafe unlink(path) }
  }
}
