import SystemPackage

/// What processes left half written that were killed. The next command that looks into the folder removes it.
///
/// Who writes holds a lock on the half-written file, and a lock goes with its process, however that ends: a file that
/// can be locked has no owner any more. Numbers of processes would not do: they are used again, and mean nothing in
/// another container.
package enum AbandonedFiles {
  /// Removes half-written files without an owner. A folder that cannot be read has none.
  ///
  /// - Parameter isOurs: Whether a half-written file that would have this name is to go.
  package static func remove(in directory: String, where isOurs: (String) -> Bool = { _ in true }) {
    for name in (try? Paths.names(in: directory)) ?? [] {
      guard let partial = PartialName(name), isOurs(partial.target) else { continue }
      let path = "\(directory)/\(name)"
      guard let file = try? OpenFile(path, .readWrite, [.nonBlocking, .noFollow]), let status = try? file.status(),
        status.type == .regular, file.tryLock() == .taken
      else { continue }
      removeHalfPair(status, in: directory, target: partial.target)
      Paths.remove(path)
    }
  }

  /// A record is a pair: its table appears first, then the record itself. Where the second is missing the first goes:
  /// it is known by being one file with the half-written one.
  private static func removeHalfPair(_ partial: Stat, in directory: String, target: String) {
    guard target.hasSuffix(".tsv") else { return }
    let path = "\(directory)/\(target)"
    guard let status = unsafe try? Stat(path, followTargetSymlink: false), status.isSameFile(as: partial),
      !Paths.exists(path.dropLast(".tsv".count) + ".json")
    else { return }
    Paths.remove(path)
  }
}
