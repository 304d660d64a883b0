import CacheLab
import FoundationEssentials
import Strategies
import Testing

@testable import LabRunKit

/// `list`, `library`, `trace`, help and completions.
@Suite(.serialized) struct OtherCommandsTests {
  private let scratch = Scratch()

  @Test func helpNamesEverySubcommandAndGivesExamples() async throws {
    let help = try await Tool.run(["--help"])
    #expect(help.code == 0 && help.error.isEmpty)
    for word in ["run (default)", "list", "library", "trace", "calibrate", "EXAMPLES", "EXIT CODES", "130 interrupted"]
    {
      #expect(help.output.contains(word), "\(word)")
    }
    #expect(try await Tool.run(["--version"]).output == CacheLabInfo.version + "\n")
  }

  @Test func theListForProgramsHoldsEveryId() async throws {
    let list = try await Tool.run(["list", "--format", "json"]).json()
    #expect(list["strategies"]?.array?.compactMap { $0["id"]?.string } == StrategyRegistry.all.descriptors.map(\.id))
    #expect(list["metrics"]?.array?.compactMap { $0["id"]?.string } == Metric.all.map(\.id))
    #expect(list["devices"]?.array?.compactMap { $0["name"]?.string } == DeviceProfile.all.map(\.name))
    #expect(list["traces"]?.array?.count == 30)
    #expect(list["libraries"] == .array([.string("small"), .string("default"), .string("full")]))
    let one = try await Tool.run(["list", "devices", "--format", "json"]).json()
    #expect(one.object?.keys.sorted() == ["devices"])
  }

  @Test func theListForPeopleFits100Columns() async throws {
    let list = try await Tool.run(["list"]).output
    for descriptor in StrategyRegistry.all.descriptors { #expect(list.contains("\n\(descriptor.id) ")) }
    for metric in Metric.all { #expect(list.contains("\n\(metric.id) ")) }
    for line in list.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func aStrategysRuleIsTheCommentOfItsFile() async throws {
    for policy in StrategyRegistry.all.descriptors + StrategyRegistry.all.oracleDescriptors {
      let rule = ShippedFiles.rule(ofStrategy: policy.id)
      #expect(rule?.isEmpty == false, "name the file of \(policy.id) in Sources/CLabSystem/shipped_files.c")
    }
    let list = try await Tool.run(["list", "windowed-lead"]).output
    #expect(list.hasPrefix("windowed-lead\n\nKeeps as many rows around the viewport as bytes allow, "), "\(list)")
    #expect(list.contains("\n  lean=1/4") || list.contains("\nlean=1/4"), "\(list)")
    for line in list.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    let json = try await Tool.run(["list", "none", "--format", "json"]).json()
    #expect(json["id"]?.string == "none" && json["rule"]?.array?.count == 4)
    try await Tool.run(["list", "windowed-led"]).failing(64, "did you mean 'windowed-lead'?")
  }

  @Test func aNewPackageOverwritesNothingAndDependsOnWhatIsNamed() async throws {
    let made = try await Tool.run(["new", "my-grid", "https://example.com/CacheLab.git"], in: scratch.path)
    #expect(made.code == 0 && made.output.hasPrefix("my-grid/Package.swift\n"), "\(made.error)")
    let package = try scratch.text(of: "my-grid/Package.swift")
    #expect(package.contains("url: \"https://example.com/CacheLab.git\"") && !package.contains("../.."), "\(package)")
    try await Tool.run(["new", "my-grid"], in: scratch.path).failing(1, "my-grid: it is there already")
    #expect(try scratch.text(of: "my-grid/Package.swift") == package)
    try await Tool.run(["new", "a/b"], in: scratch.path).failing(64, "'a/b' is no name of a package")
    try await Tool.run(["new", "other", scratch.path], in: scratch.path).failing(1, "no checkout of CacheLab")
    #expect(scratch.names() == ["my-grid"])
  }

  @Test func aGoodTracePassesAndABadOneIsNamedByLine() async throws {
    let good = try await Tool.run(["trace", "info", "zoom", "fastscroll"])
    #expect(good.code == 0 && good.error.isEmpty)
    #expect(good.output.contains("  no warnings\n"), "\(good.output)")
    let zoom = try String(contentsOfFile: Tool.home + "/traces/zoom.scrolltrace", encoding: .utf8)
    var lines = zoom.split(separator: "\n", omittingEmptySubsequences: false)
    lines[9] = "[1,2"
    let path = scratch.path + "/bad.scrolltrace"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    let bad = try await Tool.run(["trace", "info", path, "zoom"])
    #expect(bad.code == 1)
    #expect(bad.error.hasPrefix("lab-run: \(path):10: "), "\(bad.error)")
    #expect(bad.output.contains("\nzoom: "), "the others are still described")
  }

  @Test func tracesAreConvertedCutAndDrawn() async throws {
    let part = scratch.path + "/part.scrolltrace"
    let cut = try await Tool.run(["trace", "cut", "zoom", "--seconds", "2..9.5", "-o", part])
    #expect(cut.output.hasPrefix("\(part)\nlab-run --strategy preheat2x --trace \(part) replays it"), "\(cut.error)")
    #expect(try await Tool.run(["trace", "cut", part]).output.contains("# made from part by: lab-run trace cut\n"))
    let oracle = scratch.path + "/part.bin"
    try await Tool.run(["trace", "convert", part, "-o", oracle] + Tool.tiny).succeeding()
    let plotted = try await Tool.run(["trace", "plot", part, "--out", scratch.path])
    #expect(plotted.output == scratch.path + "/trace-part.svg\n" || plotted.error.contains("gnuplot-nox"))
    #expect(scratch.names().contains("trace-part.gp") && scratch.names().contains("trace-part.tsv"))
    try await Tool.run(["trace", "cut", "zoom", "--seconds", "900.."]).failing(1, "the trace goes from 0 to")
  }

  @Test func aLogOfOffsetsBecomesOnlyTracesThatCanBeReplayed() async throws {
    // Anna's grid has more than 4,000 photos, and the 6th of Bert's rows cannot be read.
    var log = "user,session,time_ms,note,offset\n"
    for row in 0..<10 {
      log += "anna,1,\(100 + row * 16),x,\(120_000 + row * 9)\n"
      log += "bert,1,\(100 + row * 16),x,\(row == 5 ? "?" : "\(row * 9)")\n"
    }
    // As apps do, it tells of nothing while the content rests.
    log += "anna,1,4000,x,120100\nbert,1,4000,x,100\ncarl,1,1,x,1\n"
    try scratch.write(log, to: "log.csv")
    let convert = ["trace", "convert", "log.csv"]
    try await Tool.run(convert + ["-o", "some.pack"], in: scratch.path).failing(
      1, "log.csv:13: '?' is no offset; write a number, or leave it out with --skip-damaged")
    #expect(scratch.names() == ["log.csv"])
    let ran = try await Tool.run(convert + ["-o", "some.pack", "--skip-damaged"], in: scratch.path)
    #expect(ran.code == 0 && ran.output.contains("23 rows became 1 trace;"), "\(ran.error)")
    #expect(ran.output.contains("left out: 1 session without a scroll; 2 damaged parts, the first: log.csv:13: '?'"))
    try await Tool.run(
      ["sweep", "--pack", "some.pack", "-s", "none", "--quiet", "--out", "some.tsv"] + Tool.tiny, in: scratch.path
    ).succeeding()
    let all = try await Tool.run(convert + ["-o", "all.pack", "--skip-damaged", "--assets", "9000"], in: scratch.path)
    #expect(all.output.contains("became 2 traces;") && all.output.contains("1 damaged part,"), "\(all.output)")
    let info = try await Tool.run(["trace", "info", "all.pack"], in: scratch.path)
    #expect(
      info.output.contains("2 traces of 2 users in ") && info.output.contains("\n  samples/s while it moves"), "\(info)"
    )
    #expect(info.code == 0 && info.output.hasSuffix("\n  no warnings\n"), "\(info.output)")
    try scratch.write(
      #"{"scrolltrace":1,"viewport":[390,844],"content":[390,9000]}\#n[5,0]\#n[6,9]\#n"#, to: "odd.scrolltrace")
    #expect(try await Tool.run(["trace", "pack", "odd.scrolltrace", "-o", "odd.pack"], in: scratch.path).code == 0)
    let odd = try await Tool.run(["trace", "info", "odd.pack"], in: scratch.path).output
    #expect(odd.contains("\n  2 warnings\n    1: "), "\(odd)")
    #expect(odd.contains("\n    1: the first sample is not at 0\n"), "\(odd)")
  }
}
