import CLabSystem
import LabSystem
import SystemPackage

/// A directory in $TMPDIR that goes, with all it holds, when the value does.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("\(ThisProcess.variable("TMPDIR") ?? "/tmp")/cachelab-test-XXXXXX".utf8CString)
    let code = unsafe lab_make_new_folder(&template)
    guard code == 0 else { throw Errno(rawValue: -code) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = Shell.run("rm -rf '\(path)'") }

  func write(_ bytes: [UInt8], to name: String) throws {
    try OpenFile("\(path)/\(name)", .writeOnly, [.create, .truncate]).write(bytes)
  }

  func read(_ name: String) throws -> [UInt8] {
    try OpenFile("\(path)/\(name)", .readOnly).readToEnd(bytesMax: 1 << 30) ?? []
  }

  /// Names of what it holds, sorted.
  var names: [String] { (try? Paths.names(in: path)) ?? [] }
}
