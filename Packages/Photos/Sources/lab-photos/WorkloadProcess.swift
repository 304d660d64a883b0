import Foundation

/// A run in a process of its own, so that what one leaves in memory does not spoil the next.
enum WorkloadProcess {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs this very program with other words, and reads its result from what it prints.
  static func measure(_ words: [String]) throws -> WorkloadResult {
    let (child, pipe) = (Process(), Pipe())
    child.executableURL = Bundle.main.executableURL
    child.arguments = words + ["--report-to", "1"]
    child.standardOutput = pipe
    do {
      try child.run()
    } catch {
      throw Failure(description: "no process could be started: \(error.localizedDescription)")
    }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    guard child.terminationStatus == 0, let result = WorkloadResult(text: text) else {
      throw Failure(
        description: "the process of '\(words.joined(separator: " "))' ended without a result: run it alone")
    }
    return result
  }

  /// Hands a result to the process that waits for it.
  static func report(_ result: WorkloadResult, to pipe: Int32) throws {
    do {
      try FileHandle(fileDescriptor: pipe).write(contentsOf: Data(result.text.utf8))
    } catch {
      throw Failure(description: "--report-to \(pipe): nobody reads it")
    }
  }
}
