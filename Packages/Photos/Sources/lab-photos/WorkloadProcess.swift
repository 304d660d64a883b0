import Foundation

/// What one run of a workload took, measured in a process that ran nothing else.
struct WorkloadResult: Hashable, Codable {
  var images: Int64 = 0
  /// Requests that ended without an image.
  var failures: Int64 = 0
  /// Files decoded, at any scale: waiting requests for one image share a decode.
  var decodes: Int64 = 0
  /// Embedded thumbnails decoded.
  var thumbnails: Int64 = 0
  var nanoseconds: Int64 = 0
  /// High-water mark of the bytes of live images.
  var liveBytes: Int64 = 0
  /// How far resident memory rose above that before the first request, bytes.
  var residentBytes: Int64 = 0
}

/// A run in a process of its own, so that what one leaves in memory does not spoil the next.
enum WorkloadProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs this very program with other words, and reads the result that it prints.
  static func measure(_ words: [String]) throws -> WorkloadResult {
    let (child, output) = (Process(), Pipe())
    child.executableURL = Bundle.main.executableURL
    child.arguments = words + ["--report"]
    child.standardOutput = output
    do {
      try child.run()
    } catch {
      throw Failure(description: "no process could be started (\(error)): workloads are measured on Linux")
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    guard child.terminationStatus == 0, let result = try? JSONDecoder().decode(WorkloadResult.self, from: text) else {
      throw Failure(
        description: "the process of '\(words.joined(separator: " "))' ended without a result: run it alone")
    }
    return result
  }

  /// Hands a result to the process that waits for it.
  static func report(_ result: WorkloadResult) throws {
    print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
  }
}
