import FoundationEssentials
import CacheLab
import LabLibrary
import Testing

/// `lab-run calibrate`, and the devices that come of it.
@Suite(.serialized) struct CalibrateCommandTests {
  private let scratch = Scratch()

  /// A cache directory of its own: others must not find a calibrated host in theirs.
  private var cache: String { scratch.path + "/cache" }

  private func tool(_ arguments: [String]) async throws -> Tool.Outcome {
    try await Tool.run(arguments, environment: ["XDG_CACHE_HOME": cache], in: scratch.path)
  }

  private func run(_ device: String, _ more: [String] = []) async throws -> Tool.Outcome {
    try await tool(
      ["-s", "preheat2x", "-t", "hunt", "--decode", "none", "--format", "json", "--out", "out", "--device", device]
        + Tool.tiny + more)
  }

  /// Writes a device file such as calibrate writes on this machine, changed.
  private func write(_ path: String, _ change: (inout [String: JSON]) -> Void = { _ in }) throws {
    var calibration = RunEnvironment(gitRevision: nil).json.object ?? [:]
    change(&calibration)
    let file = JSON.object([
      "schema": .integer(1), "name": .string("box"), "workers": .integer(3), "fixed-ns": .integer(90_000),
      "ps-per-byte": .integer(48_000), "ps-per-pixel": .integer(15_000),
      "scale-factors-thousandths": .array([1500, 1600, 1750, 1400, 1900, 1950, 2050, 1000].map { .integer($0) }),
      "calibration": .object(calibration),
    ])
    let folder = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try file.prettyText.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// On a machine that others use too it may find itself unfit: then it says so and writes nothing.
  @Test func aSmallCalibrationWritesADeviceOrSaysWhyNot() async throws {
    let ran = try await tool(
      ["calibrate", "--library", "tiny", "--assets", "8", "--rounds", "3", "--out", "box.device.json"])
    #expect(ran.output.hasPrefix("box: cost = ") && ran.output.contains("; 2 workers\n"), "\(ran.output)")
    #expect(ran.output.contains("\ndecodes                216\n"), "\(ran.output)")
    for line in ran.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    guard ran.code == 0 else {
      #expect(ran.code == 3)
      #expect(ran.error.contains("unfit to measure now") && ran.error.contains("no device was written"), "\(ran.error)")
      #expect(!scratch.names().contains("box.device.json"))
      return
    }
    #expect(ran.error.isEmpty && ran.output.hasSuffix("device: box.device.json, used by --device box.device.json\n"))
    let json = try JSON.parse(scratch.text(of: "box.device.json"))
    #expect(json["schema"] == .integer(1) && json["name"] == .string("box") && json["workers"] == .integer(2))
    #expect(json["scale-factors-thousandths"]?.array?.count == 8)
    let calibration = try #require(json["calibration"]?.object)
    for key in [
      "cpu", "cores", "kernel", "libjpeg-turbo", "lab", "library", "decodes", "rounds", "error", "noise", "scales",
      "spread-between-rounds", "busy-wall-over-cpu", "created", "encoded-bytes",
    ] {
      #expect(calibration[key] != nil, "\(key)")
    }
    let record = try await run("box.device.json").json()
    #expect(record["configuration"]?["device"]?["name"] == .string("box"))
    #expect(record["configuration"]?["device"]?["scale-factors-thousandths"] == json["scale-factors-thousandths"])
    let notes = record["notes"]?.array?.compactMap(\.string) ?? []
    #expect(!notes.contains { $0.contains("fitted") }, "it was fitted here: \(notes)")
  }

  @Test func hostNeedsACalibration() async throws {
    let ran = try await run("host")
    #expect(ran.code == 1 && ran.output.isEmpty)
    #expect(ran.error.hasSuffix("lab-run calibrate does it\n"), "\(ran.error)")
    let list = try await tool(["list", "devices"])
    #expect(list.output.hasSuffix("host, this machine, is not calibrated: lab-run calibrate\n"), "\(list.output)")
  }

  @Test func aCalibratedHostIsListedAndUsed() async throws {
    try write(cache + "/cachelab/host.device.json")
    let list = try await tool(["list", "devices"]).output
    let row = "\nhost         3        90000     48000      15000       0                   1500 1600 1750 "
    #expect(list.contains(row), "\(list)")
    let json = try await tool(["list", "devices", "--format", "json"]).json()
    #expect(json["devices"]?.array?.last?["name"] == .string("host"))
    #expect(json["devices"]?.array?.last?["scale-factors-thousandths"]?.array?.count == 8)
    #expect(json["devices"]?.array?.first?["scale-factors-thousandths"] == nil)
    let ran = try await run("host").succeeding()
    #expect(try ran.json()["configuration"]?["device"]?["workers"] == .integer(3))
  }

  @Test func anotherMachinesHostIsRefusedAndItsFileNoted() async throws {
    try write(cache + "/cachelab/host.device.json") { $0["cpu"] = .string("Z80") }
    let refused = try await run("host")
    #expect(refused.code == 1 && refused.output.isEmpty)
    #expect(refused.error.hasPrefix("lab-run: device 'host' was fitted on "), "\(refused.error)")
    #expect(refused.error.hasSuffix("; calibrate again, lab-run calibrate\n"), "\(refused.error)")
    let list = try await tool(["list", "devices"]).output
    #expect(list.contains("\nhost was fitted on "), "\(list)")
    let noted = try await run(cache + "/cachelab/host.device.json").succeeding()
    let note = try noted.json()["notes"]?.array?.first?.string
    #expect(note?.hasPrefix("device 'box' was fitted on ") == true, "\(note ?? "none")")
  }

  @Test func aDamagedHostIsNamedByFileAndKeyAndTheListStillWorks() async throws {
    let path = cache + "/cachelab/host.device.json"
    try write(path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing("90000", with: "-1").write(toFile: path, atomically: true, encoding: .utf8)
    let ran = try await run("host")
    #expect(
      ran.code == 1 && ran.error.hasPrefix("lab-run: \(path): its field fixed-ns is -1, where a whole number"),
      "\(ran.error)")
    let list = try await tool(["list", "devices"])
    #expect(list.code == 0 && list.words.contains("its field fixed-ns is -1"), "\(list.output)")
  }

  @Test func anOutsiderRecomputesARunWithFactors() async throws {
    try write(scratch.path + "/box.device.json")
    let ran = try await run("box.device.json", ["--events", "run.jsonl"]).succeeding()
    try scratch.write(ran.output, to: "record.json")
    let list = try await tool(["library", "list", "--format", "csv"] + Tool.tiny)
    try scratch.write(list.output, to: "list.csv")
    try await Tool.run(
      "python3",
      [
        "-B", Tool.home + "/Tests/Outsider/recompute.py", "--trace", Tool.home + "/traces/hunt.scrolltrace", "--events",
        "run.jsonl", "--library", "list.csv", "--check", "record.json",
      ], in: scratch.path
    ).succeeding()
  }
}
