/// What a file is called until it is whole: `.NAME.PID.partial`, beside its place, with the number of the process that
/// writes it. Whoever reads folders leaves out what begins with a dot.
struct PartialName {
  /// The name that the file will have.
  let target: String

  /// Reads a name; nil when it is no half-written file's.
  init?(_ name: String) {
    guard name.hasPrefix("."), name.hasSuffix(PartialName.ending) else { return nil }
    let middle = name.dropFirst().dropLast(PartialName.ending.count)
    guard let dot = middle.lastIndex(of: "."), dot > middle.startIndex else { return nil }
    let owner = middle[middle.index(after: dot)...].split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(owner.count), owner.allSatisfy({ Int32($0) != nil }) else { return nil }
    target = String(middle[..<dot])
  }

  /// The path of this process's `attempt`-th half-written file for `path`.
  static func path(for path: String, attempt: Int) -> String {
    let owner = attempt == 0 ? "\(ThisProcess.id)" : "\(ThisProcess.id)-\(attempt)"
    return "\(Paths.directory(of: path))/.\(Paths.name(of: path)).\(owner)\(ending)"
  }

  private static let ending = ".partial"
}
