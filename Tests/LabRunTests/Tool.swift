import FoundationEssentials
import CacheLab
import LabSystem
import Testing

/// The real lab-run, run as a person runs it.
enum Tool {
  /// What a process left behind.
  struct Outcome: Sendable {
    /// Nil where a signal ended it.
    var code: Int32?
    var signal: Int32?
    var output: String
    var error: String

    fileprivate init(_ process: ChildProcess) {
      (code, signal, output, error) = (process.code, process.signal, process.output, process.error)
    }

    /// The output as one line: where lines break depends on how long the paths in them are.
    var words: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    func json() throws -> JSON { try JSON.parse(output) }

    /// Returns it, and fails the test if its code is not 0.
    @discardableResult
    func succeeding(_ location: SourceLocation = #_sourceLocation) -> Outcome {
      #expect(code == 0, "\(output)\(error)", sourceLocation: location)
      return self
    }

    /// Returns it, and fails the test if its code is another or its errors lack one of the words.
    @discardableResult
    func failing(_ code: Int32, _ words: String..., location: SourceLocation = #_sourceLocation) -> Outcome {
      #expect(self.code == code, "\(output)\(error)", sourceLocation: location)
      for word in words { #expect(error.contains(word), "\(output)\(error)", sourceLocation: location) }
      return self
    }
  }

  /// The folder of the test bundle that is mapped into this process: lab-run stands beside it.
  static let products: String = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    let paths = maps.split(separator: "\n").map { $0.drop { $0 != "/" } }
    guard let bundle = paths.first(where: { $0.hasSuffix(".xctest") }) else {
      preconditionFailure("the tests run from a bundle")
    }
    return bundle.split(separator: "/").dropLast().map { "/\($0)" }.joined()
  }()

  static let executable = products + "/lab-run"

  /// The folder of the package: the one with traces/.
  static let home = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  /// Where all tests keep the tiny library; it stays between test runs.
  static let cache = products + "/lab-run-tests-cache"

  /// The smallest library, with few photos: quick to open.
  static let tiny = ["--library", "tiny", "--assets", "300"]
  /// As many photos as traces were recorded with: none stands still at the grid's end.
  static let tinyWhole = ["--library", "tiny", "--assets", "4000"]

  /// True when the shell would find one of these programs.
  static func isInstalled(_ names: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.contains { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  static let hasChromium = isInstalled("chromium", "chromium-browser", "google-chrome")

  private static let settings: [String: String?] = [
    "CACHELAB_HOME": home, "XDG_CACHE_HOME": cache, "SWIFT_DETERMINISTIC_HASHING": nil, "COLUMNS": nil,
  ]

  /// Runs lab-run and waits for its end.
  static func run(
    _ arguments: [String], environment: [String: String?] = [:], in folder: String? = nil
  ) async throws -> Outcome {
    try await run(executable, arguments, environment: environment, in: folder)
  }

  /// Runs a shell line in which `"$0"` is lab-run and `"$@"` its arguments.
  static func shell(_ line: String, _ arguments: [String]) async throws -> Outcome {
    try await run("/bin/sh", ["-c", line, executable] + arguments)
  }

  /// Runs any program, in a thread of its own: tests wait side by side.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String?] = [:], in folder: String? = nil
  ) async throws -> Outcome {
    let changes = settings.merging(environment) { $1 }
    return try await withCheckedThrowingContinuation { continuation in
      do {
        _ = try SystemThread {
          continuation.resume(
            with: Result { Outcome(try ChildProcess.run(program, arguments, changes: changes, in: folder)) })
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
