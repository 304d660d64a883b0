import CShippedFiles
import LabBase
import LabLibrary
import LabRecords
import LabSystem

/// Traces and sweeps that are part of the program, so that it has them wherever it stands.
///
/// Whoever asks for one gets the path of a copy, so that processes, records and people name it as they name any file. The
/// copy lies in the folder of caches, in a folder named by its hash: programs of other versions do not meet there.
enum ShippedFiles {
  /// As they lie in the repository: `traces/browse.scrolltrace`.
  static let paths: [String] = {
    var paths: [String] = []
    while let file = unsafe cachelab_shipped_file(paths.count) {
      paths.append(unsafe String(cString: file.pointee.path))
    }
    return paths
  }()

  /// The names of those that are traces, in alphabetical order.
  static let traces: [String] = paths.filter { $0.hasSuffix(ending) }.map { path in
    String(path.dropFirst("traces/".count).dropLast(ending.count))
  }

  /// The path of a copy; nil where no such file is part of the program.
  ///
  /// - Throws: when the copy cannot be written.
  static func copy(of path: String) throws -> String? {
    guard let bytes = bytes(of: path), let name = path.split(separator: "/").last else { return nil }
    let folder = "\(try PhotoLibrary.defaultCacheDirectory())/shipped/\(SHA256.hex(of: bytes).prefix(16))"
    let copy = "\(folder)/\(name)"
    // One that somebody has changed is made anew.
    if try TextFile.read(copy).map({ Array($0.utf8) == bytes }) != true {
      try Paths.makeDirectory(folder)
      try OutputText.write(bytes, to: copy)
    }
    return copy
  }

  /// The path of a copy of a trace; nil where no trace of that name is part of the program.
  static func copy(ofTrace name: String) throws -> String? { try copy(of: "traces/\(name)\(ending)") }

  static func bytes(of path: String) -> [UInt8]? {
    guard let number = paths.firstIndex(of: path), let file = unsafe cachelab_shipped_file(number)?.pointee else {
      return nil
    }
    return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
  }

  private static let ending = ".scrolltrace"
}
