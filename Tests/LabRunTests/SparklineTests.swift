import Testing

/// Block letters below a run's table.
@Suite struct SparklineTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ words: [String], environment: [String: String?] = [:]) async throws -> String {
    let words = ["--strategy", "preheat2x", "--decode", "none", "--out", scratch.path] + words + Tool.tiny
    let run = try await Tool.run(words, environment: environment)
    #expect(run.code == 0, "\(run.error)")
    return run.output
  }

  @Test func theyAreThereWhenAskedForAndAsWideAsTheTerminal() async throws {
    for width in [60, 100] {
      let output = try await run(
        ["--trace", "zoom", "--sparklines", "always"], environment: ["COLUMNS": "\(width)", "NO_COLOR": "1"])
      let lines = output.split(separator: "\n").filter { $0.hasPrefix("memory ") || $0.hasPrefix("ready ") }
      #expect(lines.count == 2 && lines.allSatisfy { $0.count <= width && $0.contains("█") }, "\(output)")
      #expect(!output.contains("\u{1B}"))
    }
  }

  @Test func severalRunsAreNamed() async throws {
    let output = try await run(["--trace", "zoom", "--trace", "browse", "--sparklines", "always"])
    #expect(output.contains("\npreheat2x on zoom\nmemory") && output.contains("\npreheat2x on browse\nmemory"))
  }

  @Test func unaskedTheyAreForTerminalsAndTables() async throws {
    #expect(try await !run(["--trace", "zoom"]).contains("█"))
    for format in ["json", "csv", "markdown"] {
      #expect(try await !run(["--trace", "zoom", "--format", format, "--sparklines", "always"]).contains("█"))
    }
  }
}
