import LabSystem
import Subprocess

/// What a newcomer waits for: `make run` from a fresh clone, the library not yet made.
enum BuildBench {
  static func measure() async throws -> [Figure] {
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let folder = scratch.path
    try await run("git", ["clone", "--quiet", ".", "\(folder)/clone"], in: ".")
    let began = Clocks.monotonic()
    try await run("make", ["run"], in: "\(folder)/clone", ["XDG_CACHE_HOME": "\(folder)/cache"])
    let elapsed = Clocks.monotonic() - began
    return [
      Figure(
        name: "make run from a fresh clone, library and all", value: Double(elapsed) / 60e9, unit: "minutes",
        limit: .none, decimals: 1)
    ]
  }

  private static func run(
    _ program: String, _ words: [String], in folder: String, _ variables: [Environment.Key: String] = [:]
  ) async throws {
    let result = try await Subprocess.run(
      .name(program), arguments: Arguments(words), environment: .inherit.updating(variables),
      workingDirectory: Paths.any(folder), input: .none, output: .string(limit: 16 << 20),
      error: .string(limit: 16 << 20))
    guard result.terminationStatus.isSuccess else {
      throw BenchError("\(program) \(words.joined(separator: " ")): \(result.standardError)")
    }
  }
}
