import CLabSystem

/// How many files this process may hold open at once (`ulimit -n`). A program that is started takes several,
/// and what fails half way between two pipes fails in words that nobody understands: so it is asked before.
public enum OpenFileLimit {
  /// For a command that starts no program.
  public static let atStart = 16

  /// For a program that is started: four pipes, what watches them, and three others beside it.
  public static let forPrograms = 64

  /// Sees to it that so many files fit: raises the soft limit as far as is needed and the hard one allows.
  ///
  /// - Parameter use: What takes them, for the message: `starting a program`.
  /// - Throws: `TooFewFiles` with the cure.
  public static func require(_ count: Int, for use: String) throws(TooFewFiles) {
    var (now, most): (Int64, Int64) = (0, 0)
    guard unsafe lab_open_files(&now, &most) == 0, now < Int64(count) else { return }
    if most >= Int64(count) && lab_allow_open_files(Int64(count)) == 0 { return }
    throw TooFewFiles(limit: Int(most), needed: count, use: use)
  }
}

/// The limit on open files leaves no room for what is to be done.
public struct TooFewFiles: Error, Equatable, CustomStringConvertible {
  /// As far as this process may raise it.
  let limit: Int
  let needed: Int
  let use: String

  public var description: String {
    let cure = (needed + 255) / 256 * 256
    return
      "\(limit) files at most may be open here, and \(use) takes \(needed): run ulimit -n \(cure) first, in a new shell "
      + "or as root where this one refuses"
  }
}
