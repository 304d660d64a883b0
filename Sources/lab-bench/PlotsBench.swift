import LabBase
import LabSystem
import Subprocess

/// What a picture costs: the time of the command, gnuplot's share of it, and memory over a long event file.
enum PlotsBench {
  private static let linesMin = 1_000_000

  static func measure() async throws -> [Figure] {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await pictures(folder.path) + longFile(folder.path)
  }

  /// One picture of each kind as a person asks for it: strategies replayed, drawn, written.
  private static func pictures(_ folder: String) async throws -> [Figure] {
    let four = ["none", "fixed-window", "preheat2x", "lru"].flatMap { ["--strategy", $0] }
    let one = ["--strategy", "preheat2x", "--trace", "ios-fastscroll"]
    let commands = [
      ["memory"] + one, ["outcomes"] + one, ["waits"] + four + ["--trace", "ios-fastscroll"],
      ["compare"] + four + ["--trace", "ios-fastscroll"], ["budget", "--strategy", "lru", "--trace", "hunt"],
    ]
    var figures: [Figure] = []
    let reference = Reference.steps(.wall)
    for words in commands {
      // The faster of three: what else the machine does only adds.
      var best: (wall: Int64, picture: String) = (.max, "")
      let (_, unit) = try await reference.around {
        for _ in 0..<3 {
          let began = Clocks.monotonic()
          let said = try await run([try Program.labRun(), "plot"] + words + ["--out", folder])
          let wall = Clocks.monotonic() - began
          if wall < best.wall { best = (wall, said.split(separator: "\n").last.map(String.init) ?? "") }
        }
      }
      let script = best.picture.split(separator: "/").last?.dropLast(".svg".count).description ?? ""
      let began = Clocks.monotonic()
      _ = try await run(["gnuplot", script + ".gp"], in: folder)
      let drawn = Clocks.monotonic() - began
      figures.append(
        reference.figure(
          "lab-run plot \(words[0])", Double(best.wall), unit: unit, atMost: 0.3e9,
          shown: "\(NumberText.fixed(Double(best.wall) / 1e9, decimals: 3)) s, gnuplot "
            + "\(NumberText.fixed(Double(drawn) / 1e9, decimals: 2)) s of it"))
    }
    return figures
  }

  /// A trace of an hour, its event file of more than a million lines, and what drawing that takes.
  private static func longFile(_ folder: String) async throws -> [Figure] {
    let (lab, trace, events) = (try Program.labRun(), folder + "/long.scrolltrace", folder + "/long.jsonl")
    _ = try await run([
      lab, "trace", "synth", "--human", "fast", "--model", "ios", "--seconds", "3600", "--hz", "120", "-o", trace,
    ])
    _ = try await run([
      lab, "--strategy", "preheat2x", "--trace", trace, "--decode", "none", "--quiet", "--format", "json", "--events",
      events, "--out", folder + "/out",
    ])
    let lines = Int(try await run(["wc", "-l", events]).split(separator: " ").first ?? "") ?? 0
    guard lines >= linesMin else { throw BenchError("\(events) has \(lines) lines only: make the trace longer") }
    let size = "an event file of \(NumberText.grouped(Int64(lines))) lines"
    var figures: [Figure] = []
    for picture in ["memory", "outcomes", "waits"] {
      let began = Clocks.monotonic()
      let report = try await run(
        ["/usr/bin/time", "-v", lab, "plot", picture, events, "--out", folder], readsError: true)
      let wall = Clocks.monotonic() - began
      guard let line = report.split(separator: "\n").first(where: { $0.contains("Maximum resident set size") }),
        let kibibytes = Double(line.split(separator: " ").last ?? "")
      else { throw BenchError("/usr/bin/time said nothing of memory: apt-get install time") }
      figures.append(
        Figure(
          name: "largest resident memory of plot \(picture) over \(size), gnuplot's with it",
          value: kibibytes * 1024 / 1e6, unit: "MB", limit: .atMost(100), decimals: 1))
      figures.append(
        Figure(name: "wall of the same", value: Double(wall) / 1e9, unit: "s ", limit: .none, decimals: 2))
    }
    return figures
  }

  private static func run(
    _ words: [String], in folder: String? = nil, readsError: Bool = false
  ) async throws -> String {
    let result = try await Subprocess.run(
      words[0].contains("/") ? .path(Paths.any(words[0])) : .name(words[0]),
      arguments: Arguments(Array(words.dropFirst())),
      workingDirectory: folder.map { Paths.any($0) }, input: .none, output: .string(limit: 64 << 20),
      error: .string(limit: 1 << 20))
    guard result.terminationStatus.isSuccess else {
      throw BenchError("\(words.joined(separator: " ")): \(result.standardError)")
    }
    return readsError ? result.standardError : result.standardOutput
  }
}
