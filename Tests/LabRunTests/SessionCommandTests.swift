import CacheLab
import FoundationEssentials
import GridDriver
import GridSession
import Strategies
import Testing

/// `lab-run session` and `lab-run calibrate --from`.
@Suite struct SessionCommandTests {
  private let scratch = Scratch()

  /// Answers each request after so many frames.
  private final class Source: ImageSource {
    var waiting: [(frame: Int, request: ImageRequest<Int>)] = []
    var frame = 0
    func bytes(of image: Int) -> Int { 384 * 288 * 4 }
    func begin(_ request: ImageRequest<Int>) { waiting.append((frame, request)) }
    func cancel(_ request: ImageRequest<Int>) { waiting.removeAll { $0.request === request } }
    func answer(after frames: Int) {
      let due = waiting.filter { frame - $0.frame >= frames }
      waiting.removeAll { frame - $0.frame >= frames }
      for (_, request) in due { request.answer(.image(request.place)) }
    }
  }

  /// A session at 60 Hz on a phone that takes two frames for an image.
  private func session(_ name: String, frames: Int = 1000) throws {
    let layout = GridLayout(
      count: 4000, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
      spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)
    let source = Source()
    let driver = try GridDriver(
      try StrategySpec("preheat2x"), source: source, layout: layout,
      photos: Array(repeating: PhotoSize(PixelSize(width: 4032, height: 3024)), count: 4000),
      clock: { Nanoseconds(rawValue: Int64(source.frame) * 20_000_000) })
    var bytes: [UInt8] = []
    driver.record(refreshHz: 50, device: "iPhone17,1") { part in
      bytes += part
      return true
    }
    for frame in 0..<frames {
      source.frame = frame
      source.answer(after: 2)
      driver.scrolled(to: .points(frame * 9), phase: .dragging)
    }
    driver.stop()
    try Data(bytes).write(to: URL(filePath: "\(scratch.path)/\(name)"))
  }

  private func tool(_ arguments: String...) async throws -> Tool.Outcome {
    try await Tool.run(arguments, in: scratch.path)
  }

  @Test func aSessionIsComparedAndItsDeviceFitted() async throws {
    try session("my.scrolltrace")
    let table = try await tool("session", "my.scrolltrace")
    #expect(table.code == 0 && table.error.isEmpty, "\(table.error)")
    #expect(table.output.hasPrefix("my: preheat2x, 20.0 s, "), "\(table.output)")
    #expect(table.output.contains("fitted was fitted to this very session"))
    let fitted = try await tool("calibrate", "--from", "my.scrolltrace", "--out", "phone.device.json").succeeding()
    let cost = "phone: cost = 40,000,000 ns + (0 ps x encoded bytes + 0 ps x decoded pixels)"
    #expect(fitted.output.hasPrefix(cost), "\(fitted.output)")
    #expect(fitted.output.hasSuffix("device: phone.device.json, used by --device phone.device.json\n"))
    let json = try await tool(
      "session", "my.scrolltrace", "--device", "phone.device.json", "--device", "decode-4ms", "--format", "json"
    ).json()
    let devices = try #require(json.array?.first?["devices"]?.array)
    #expect(devices.map { $0["device"] } == [.string("phone"), .string("decode-4ms")])
    func row(_ device: Int, _ name: String) -> JSON? {
      devices[device]["metrics"]?.array?.first { $0["metric"] == .string(name) }
    }
    #expect(row(0, "warm-hit-rate")?["difference"]?.number == 0, "the phone answers as its device does")
    #expect(row(0, "warm-blank-ratio")?["difference"]?.number == 0)
    #expect(row(0, "peak-bitmap-bytes")?["difference"]?.number == 0)
    #expect(row(0, "decodes-per-request")?["difference"]?.number == 0)
    #expect(
      row(0, "preheat-coverage")?["difference"]?.number == 0 && row(0, "preheat-accuracy")?["app"]?.number ?? 0 > 0)
    #expect((row(1, "warm-hit-rate")?["difference"]?.number ?? 0) != 0)
    let csv = try await tool("session", "my.scrolltrace", "--format", "csv").output.split(separator: "\n")
    #expect(csv[0] == "session,strategy,device,fitted,metric,unit,app,lab,difference" && csv.count == 20)
    #expect(row(0, "first-screen-sharp-time")?["app"]?.number ?? 0 > 0)
    #expect(row(0, "first-screen-sharp-time")?["difference"]?.number == 0)
    #expect(csv[1].hasPrefix("my,") && csv[1].contains(",fitted,yes,warm-hit-rate,ratio,"))
  }

  @Test func theFittedDeviceRunsEveryTrace() async throws {
    try session("my.scrolltrace")
    #expect(try await tool("calibrate", "--from", "my.scrolltrace", "-o", "phone.device.json").code == 0)
    let ran = try await Tool.run(
      ["-s", "lru", "-t", "hunt", "--decode", "none", "--format", "json", "--device", "phone.device.json", "-o", "out"]
        + Tool.tiny, in: scratch.path
    ).succeeding()
    #expect(
      try ran.json()["notes"]?.array?.first?.string?.hasPrefix(
        "device 'phone' was fitted to the session 'my' of an app on iPhone17,1") == true)
    // The session is a trace as any other.
    try await Tool.run(
      ["-s", "lru", "-t", "my.scrolltrace", "--decode", "none", "-o", "out"] + Tool.tiny, in: scratch.path
    ).succeeding()
    let info = try await tool("trace", "info", "my.scrolltrace").output
    #expect(info.contains("session: preheat2x") && info.contains("2 requests open at once"), "\(info)")
  }

  @Test func withoutAFileTheFitIsShownAlone() async throws {
    try session("my.scrolltrace")
    let shown = try await tool("calibrate", "--from", "my.scrolltrace")
    #expect(shown.code == 0 && shown.output.hasSuffix("--out FILE writes the device\n"), "\(shown.output)")
    let json = try await tool("calibrate", "--from", "my.scrolltrace", "--format", "json").json()
    #expect(json["fixed-ns"] == .integer(40_000_000) && json["name"] == .string("fitted"))
    #expect(json["calibration"]?["session"]?["device"] == .string("iPhone17,1"))
  }

  @Test(arguments: [["--assets", "8"], ["--rounds", "7"], ["--threads", "2"], ["--library", "tiny"]])
  func whatDecodesNeedIsRefusedBesideASession(_ option: [String]) async throws {
    try await Tool.run(["calibrate", "--from", "my.scrolltrace"] + option, in: scratch.path).failing(
      64, "\(option[0]): with --from nothing is decoded")
  }

  @Test func whatIsNoSessionIsRefused() async throws {
    let plain = try await tool("session", "hunt").failing(
      1, "hunt.scrolltrace:1: no session: the header has no \"session\"")
    #expect(try await tool("calibrate", "--from", "hunt").error == plain.error)
    try session("short.scrolltrace", frames: 2)
    try await tool("calibrate", "--from", "short.scrolltrace").failing(
      1, "a fit needs 30; record a longer session")
    let text = try scratch.text(of: "short.scrolltrace")
    try scratch.write(text.replacing("\"strategy\":\"preheat2x", with: "\"strategy\":\"mine"), to: "bad.scrolltrace")
    try await tool("session", "bad.scrolltrace").failing(
      1, "bad.scrolltrace:1: \"strategy\" is 'mine", "LabRun.main")
    #expect(try await tool("session").code == 64)
  }
}
