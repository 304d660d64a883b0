import FoundationEssentials
import LabRecords
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRunKit

/// The program has its traces wherever it stands.
@Suite struct ShippedFilesTests {
  private let scratch = Scratch(hasRoom: true)

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: Tool.home + "/" + path)))
  }

  @Test func everyTraceOfTheRepositoryIsPartOfTheProgram() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Tool.home + "/traces")
    let traces = names.filter { $0.hasSuffix(".scrolltrace") }.map { "traces/" + $0 }.sorted()
    let folder = "Packages/Example/"
    let example = try FileManager.default.subpathsOfDirectory(atPath: Tool.home + "/" + folder).sorted()
      .filter { $0.hasSuffix(".swift") && !$0.hasPrefix(".") }.map { folder + $0 }
    let files = traces + ["traces/fleet.shares", "sweeps/example.sweep"] + example
    #expect(
      ShippedFiles.paths == files + ["Sources/Strategies/Policies"],
      "name each in Sources/CLabSystem/shipped_files.c")
    for path in files {
      #expect(try ShippedFiles.text(of: path).map { Array($0.utf8) } == ShippedFilesTests.bytes(path), "\(path)")
    }
  }

  @Test func allThatReportsAndPicturesAreMadeOfIsPartOfTheProgram() throws {
    let folders = ["Page/Resources/", "Plot/Templates/", "Sweep/Templates/"].map { "Sources/LabJudge/" + $0 }
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: Tool.home + "/" + folder).map { (name: $0, folder: folder) }
    }
    #expect(files.map(\.name).sorted() == Resource.allCases.map(\.rawValue).sorted())
    #expect(RecommendedCode.Target.allCases.allSatisfy { Resource(rawValue: $0.rawValue + ".txt") != nil })
    for (name, folder) in files {
      #expect(try Resource(rawValue: name).map { Array($0.text.utf8) } == ShippedFilesTests.bytes(folder + name))
    }
  }

  /// Nothing of the repository is near: another folder, no `CACHELAB_HOME`, caches of its own.
  private func run(_ program: String, _ arguments: [String]) async throws -> Tool.Outcome {
    try scratch.makeFolder("empty")
    return try await Tool.run(
      program, arguments, environment: ["CACHELAB_HOME": nil, "XDG_CACHE_HOME": scratch.path + "/cache"],
      in: scratch.path + "/empty")
  }

  @Test(arguments: ["ln -s", "cp"]) func aProgramLinkedOrCopiedElsewhereReplaysAShippedTrace(_ command: String)
    async throws
  {
    try await Tool.shell("\(command) \"$0\" \"$1/lab-run\"", [scratch.path]).succeeding()
    let words = ["-s", "none", "-s", "lru", "-t", "interrupted", "--decode", "none", "--format", "json"]
    let ran = try await run(scratch.path + "/lab-run", words + Tool.tiny).succeeding()
    let here = try await Tool.run(words + ["--out", scratch.path + "/here"] + Tool.tiny)
    #expect(try ran.json().array?.map { $0["deterministic"] } == here.json().array?.map { $0["deterministic"] })
    #expect(scratch.names(in: "empty") == ["results"], "records go to the current folder")
    #expect(scratch.names(in: "empty/results").count == 1)
  }

  @Test func childrenListsAndSweepsFindThemToo() async throws {
    try await run(Tool.executable, ["-s", "none", "-s", "lru", "-t", "interrupted"] + Tool.tiny).succeeding()
    let list = try await run(Tool.executable, ["list", "traces", "--format", "json"])
    #expect(try list.json()["traces"]?.array?.compactMap { $0["name"]?.string } == ShippedFiles.traces)
    try await run(
      Tool.executable, ["sweep", "sweeps/example.sweep", "--library", "tiny", "--shard", "1/9"]
    ).succeeding()
  }

  @Test func aCopyThatWasChangedIsMadeAnew() async throws {
    let words = ["trace", "info", "interrupted", "--format", "json"]
    let first = try await run(Tool.executable, words)
    try await Tool.shell(
      "for f in \"$1\"/cache/cachelab/shipped/*/interrupted.scrolltrace; do echo damaged >\"$f\" || exit; done",
      [scratch.path]
    ).succeeding()
    let second = try await run(Tool.executable, words)
    #expect(second.code == 0 && second.output == first.output, "\(second.error)")
  }

  @Test func aFolderOfOnesOwnComesFirst() async throws {
    _ = try await run(Tool.executable, ["list", "strategies"])
    let folder = scratch.path + "/empty/traces"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Tool.home + "/traces/interrupted.scrolltrace", toPath: folder + "/zoom.scrolltrace")
    let found = try await run(Tool.executable, ["trace", "info", "zoom", "scrub"])
    #expect(found.code == 0 && found.output.contains("\nscrub: "), "\(found)")
    let lines = try String(contentsOfFile: folder + "/zoom.scrolltrace", encoding: .utf8)
    #expect(found.output.contains("sha256 \(SHA256.hex(of: Array(lines.utf8)))"), "\(found.output)")
    let all = try await run(Tool.executable, ["list", "traces", "--format", "json"]).json()
    #expect(all["traces"]?.array?.compactMap { $0["name"]?.string } == ["zoom"])
  }

  /// Two roots with traces, one without a folder.
  private var roots: [String] { ["none", "one", "two"].map { "\(scratch.path)/\($0)" } }

  init() throws {
    for folder in ["none", "one/traces", "two/traces"] {
      try scratch.makeFolder(folder)
    }
    let files = ["one/traces/hunt", "one/traces/browse", "two/traces/hunt", "two/traces/mine"].map {
      $0 + ".scrolltrace"
    }
    for name in files + ["one/traces/README.md"] {
      try Data().write(to: URL(filePath: scratch.path + "/" + name))
    }
  }

  @Test func findsANameInTheFirstFolderThatHasIt() throws {
    let found = try TracePaths.find(["hunt", "mine"], in: roots)
    #expect(found == ["one/traces/hunt", "two/traces/mine"].map { "\(scratch.path)/\($0).scrolltrace" })
    #expect(throws: LabError.self) { try TracePaths.find(["hnut"], in: roots) }
  }

  @Test(arguments: ["./hunt", "/nowhere/x", "hunt.scrolltrace", "a/b.scrolltrace", "fleet.pack#7"])
  func takesAPathAsItIs(_ path: String) throws { #expect(try TracePaths.find([path], in: []) == [path]) }

  @Test func listsTheTracesOfTheFirstFolderThatHasAny() throws {
    let paths = ["browse", "hunt"].map { "\(scratch.path)/one/traces/\($0).scrolltrace" }
    #expect(try TracePaths.find(["all"], in: roots) == paths)
    #expect(paths.map(TracePaths.name) == ["browse", "hunt"])
  }

  /// Every trace of the repository is in one of the sets.
  @Test func theShippedOnesAreAllListed() throws {
    let names = try TracePaths.find(["all"], in: [Tool.home]).map(TracePaths.name)
    #expect(names == TraceSet.allCases.flatMap(\.names).sorted())
  }
}
