@testable import LabSystem

/// A directory in $TMPDIR that goes, with all it holds, when the value does.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    let template = "\(ThisProcess.variable("TMPDIR") ?? "/tmp")/cachelab-test-XXXXXX"
    do { path = try Paths.makeNewDirectory(template) } catch { preconditionFailure("\(error)") }
  }

  deinit { _ = Shell.run("rm -rf '\(path)'") }

  func write(_ bytes: [UInt8], to name: String) throws {
    try OpenFile("\(path)/\(name)", [.writeOnly, .create, .truncate]).write(bytes)
  }

  func read(_ name: String) throws -> [UInt8] {
    try OpenFile("\(path)/\(name)", .readOnly).readToEnd(bytesMax: 1 << 30) ?? []
  }

  /// Names of what it holds, sorted.
  var names: [String] { (try? Paths.names(in: path)) ?? [] }
}
