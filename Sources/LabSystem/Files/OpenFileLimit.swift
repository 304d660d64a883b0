#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How many files this process may hold open at once (`ulimit -n`). Programs and helper processes take several each, and
/// what fails half way between two pipes fails in words that nobody understands: so it is asked before.
public enum OpenFileLimit {
  /// For a command that starts no program.
  public static let atStart = 16

  /// For a program that is started: four pipes, what watches them, and three others beside it.
  public static let forPrograms = 64

  /// For helper processes, all of which may start at the same time.
  public static func forHelpers(_ count: Int) -> Int { forPrograms + 4 * count }

  /// Sees to it that so many files fit: raises the soft limit as far as is needed and the hard one allows.
  ///
  /// - Parameter use: What takes them, for the message: `starting a program`.
  /// - Throws: `TooFewFiles` with the cure.
  public static func require(_ count: Int, for use: String) throws(TooFewFiles) {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    if limit.rlim_max >= rlim_t(count) {
      var raised = limit
      raised.rlim_cur = rlim_t(count)
      if unsafe setrlimit(resource, &raised) == 0 { return }
    }
    throw TooFewFiles(limit: Int(clamping: limit.rlim_max), needed: count, use: use)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
