import LabBase
import LabSystem
import SystemPackage

/// Reads a slice from a file or standard input, 16 MiB at most.
enum ArmSliceFile {
  static let bytesMax = 16 << 20

  static func read(_ path: String) throws -> String {
    do throws(FileError) {
      let bytes = path == "-" ? try standardInput() : try OpenFile(path, .readOnly).readToEnd(bytesMax: bytesMax)
      if let bytes { return String(decoding: bytes, as: UTF8.self) }
    } catch {
      throw LabError("\(path) cannot be read (\(error.reason)): make it with \(ToolName.current) arm --list")
    }
    throw LabError("\(path) is larger than 16 MiB: make it with \(ToolName.current) arm --list")
  }

  private static func standardInput() throws(FileError) -> [UInt8]? {
    do throws(Errno) { return try FileDescriptor.standardInput.readToEnd(bytesMax: bytesMax) } catch {
      throw .system(call: "read", path: "-", code: error)
    }
  }
}
