import CacheLab
import GridEngine
import LabBase
import LabRecords
import Strategies
import StrategyKit
import Testing

@testable import PageEngine

/// The engine of a page in ordinary Swift. `make web-engine` compares it with `lab-run` in WebAssembly.
@Suite struct PageEngineTests {
  private static let assets = ContiguousArray(
    (0..<600).map { number in
      AssetInfo(
        width: 1024, height: 768, encodedBytes: 150_000 + Int32(number), thumbnailBytes: 2500,
        thumbnailSize: PixelSize(width: 128, height: 96), decodes: number % 97 != 5)
    })

  /// As `scripts/web.py` packs an index.
  private static func packed(_ assets: ContiguousArray<AssetInfo>) -> [UInt8] {
    var writer = ByteWriter(bytes: Array("CLABPAGE".utf8))
    writer.little32(UInt32(assets.count))
    writer.append(String(repeating: "0", count: 32).utf8)
    for asset in assets {
      writer.little32(UInt32(asset.width) | (asset.decodes ? 1 << 31 : 0) | (asset.isTurned ? 1 << 30 : 0))
      for number in [asset.height, asset.encodedBytes] { writer.little32(UInt32(number)) }
      for number in [asset.thumbnailBytes, asset.thumbnailSize.width, asset.thumbnailSize.height] {
        writer.little16(Int(number))
      }
    }
    return writer.bytes
  }

  private static let text: String = {
    let header =
      "{\"scrolltrace\":1,\"title\":\"made\",\"unit\":\"pt\",\"viewport\":[400,800],\"scale\":2,"
      + "\"content\":[400,15000],\"grid\":{\"count\":600,\"columns\":4,\"cell\":[100,100],\"spacing\":[0,0]}}\n"
    return header + (0..<200).map { "[\($0 * 16),\($0 * 40)]\n" }.joined()
  }()

  private func engine(_ words: [String] = []) throws -> PageEngine {
    var engine = PageEngine()
    try engine.loadLibrary(PageEngineTests.packed(PageEngineTests.assets))
    _ = try engine.loadTrace(Array(PageEngineTests.text.utf8), name: "made")
    try engine.set(words)
    return engine
  }

  @Test(arguments: ["cancel", "keep"]) func digestsAreThoseOfTheReplay(_ cells: String) throws {
    var engine = try engine(["--cells", cells, "--device", "decode-30ms"])
    let trace = try Trace.parse(Array(PageEngineTests.text.utf8), name: "made")
    let replay = Replay(
      script: ReplayScript(trace), assets: PageEngineTests.assets, device: try #require(.named("decode-30ms")),
      settings: ReplaySettings())
    for descriptor in StrategyRegistry.all.descriptors {
      let tally = replay.leaving(try #require(CellPolicy(rawValue: cells))).run(try StrategySpec(descriptor.id))
      let answer = try engine.answer(["run", descriptor.id])
      #expect(answer["digest"]?.string == RunFacts(tally: tally).deterministic.digest, "\(descriptor.id)")
    }
  }

  @Test func whatIsWrongIsSaidInTheLabsOwnWords() throws {
    var engine = try engine()
    for (words, said) in [
      (["run", "preheat2"], "did you mean 'preheat2x'?"), (["set", "--cells", "x"], "is none of cancel, keep"),
      (["set", "--device", "decode-0ms"], "unknown device"), (["set", "--sells", "keep"], "did you mean '--cells'?"),
      (["set", "--device", "decode-12ms:workers=0"], "either with :workers=1 to 64 behind"),
      (["set", "--seed", "2"], "no setting of a page"), (["dance"], "nothing that a page can ask"),
    ] {
      #expect { try engine.answer(words) } throws: { "\($0)".contains(said) }
    }
    #expect(throws: PageError.self) { try engine.loadTrace(Array("{}".utf8), name: "bad.scrolltrace") }
    #expect(try engine.answer(["run", "none"])["digest"] != nil, "what was before stays")
    #expect(throws: PageError.self) { try engine.loadLibrary(Array("CLABPAGE".utf8)) }
  }

  @Test func aPlayIsARunWithItsReel() throws {
    var engine = try engine(["--screen", "iphone-17:3"])
    let (run, play) = (try engine.answer(["run", "lru"]), try engine.answer(["play", "lru"]))
    for key in ["digest", "configuration", "command"] { #expect(run[key] == play[key], "\(key)") }
    #expect(run["command"]?.string?.contains("--viewport 402x874 --scale 3 --columns 3") == true)
    let (changes, levels) = (try #require(play["changes"]?.integer), try #require(play["levels"]?.integer))
    #expect(changes > 0 && levels > 0)
    #expect(engine.columns.count == Int(3 * changes + 2 * levels) + 200)
    #expect(play["peak"] == run["metrics"]?["peak-bitmap-bytes"])
    #expect(try engine.answer(["scroll"])["frames"]?.integer == 200)
    #expect(engine.columns.count == 5 * 200 && engine.columns[199] == 199 * 16_000)
  }

  @Test func aTextIsTakenApartAndChanged() throws {
    var engine = PageEngine()
    for (text, key, value, changed) in [
      ("preheat2x", "height", "3", "preheat2x:height=3"), ("preheat2x:height=3", "height", "", "preheat2x"),
      ("preheat2x+lru:budget=9MB", "budget", "20MB", "preheat2x+lru:budget=20MB"),
      ("preheat2x", "budget", "20MB", "preheat2x"), ("lru", "thumbnails", "opportunistic", "lru+opportunistic"),
      ("lru+opportunistic", "thumbnails", "", "lru"), ("zzz:a=1", "budget", "1MB", "zzz:a=1"),
    ] {
      #expect(try engine.answer(["edit", text, key, value])["text"]?.string == changed)
    }
    let edited = try engine.answer(["edit", "preheat2x:delta=0+lru", "budget", "9MB", "thumbnails", "opportunistic"])
    #expect(edited["text"]?.string == "preheat2x:delta=0+lru:budget=9MB+opportunistic")
    let parts = try #require(edited["parts"]?.array)
    #expect(parts.map { $0["id"]?.string } == ["preheat2x", "lru", "opportunistic"])
    #expect(parts[0]["settings"]?["delta"]?.string == "0")
  }

  @Test func aFilesScrollIsNamedAsAFile() throws {
    var engine = try engine()
    let said = try engine.loadTrace(Array(PageEngineTests.text.utf8), name: "my-scroll.scrolltrace")
    #expect(said["name"]?.string == "my-scroll")
    let command = try #require(try engine.answer(["run", "none"])["command"]?.string)
    #expect(command == "lab-run --strategy none --trace ./my-scroll.scrolltrace --decode none")
    let code = try #require(try engine.answer(["swift", "preheat2x"])["swift"]?.string)
    #expect(code.contains("StrategySpec(\"preheat2x:height=2,delta=1/3\")") && code.contains("options.workers = 2"))
  }
}
