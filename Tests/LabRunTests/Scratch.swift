import FoundationEssentials

/// A folder that goes when the test has ended.
final class Scratch: Sendable {
  let path: String

  /// - Parameter hasRoom: Beside the program, for copies of it: a disk for temporary files may be too small for them.
  init(hasRoom: Bool = false) {
    let place = hasRoom ? Tool.products : FileManager.default.temporaryDirectory.path
    path = place + "/lab-run-test-" + UUID().uuidString
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      preconditionFailure("no folder for a test: \(error)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// What lies in the folder or in one below it, sorted.
  func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }

  func text(of name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  /// Copies a file of the checkout.
  func copy(_ file: String, to name: String) throws {
    try FileManager.default.copyItem(atPath: Tool.home + "/" + file, toPath: path + "/" + name)
  }
}

extension Scratch {
  static func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
}
