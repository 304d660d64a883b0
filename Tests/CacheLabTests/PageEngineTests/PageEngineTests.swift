import CacheLab
import GridEngine
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
        thumbnailSize: PixelSize(width: 128, height: 96), isDecodable: number % 97 != 5)
    })

  /// As `scripts/web.py` writes an index.
  private static func index(_ assets: ContiguousArray<AssetInfo>) -> [UInt8] {
    let rows = assets.map { asset in
      "\(asset.width),\(asset.height),\(asset.encodedBytes),\(asset.thumbnailBytes),\(asset.thumbnailSize.width),"
        + "\(asset.thumbnailSize.height),\(asset.isDecodable ? 1 : 0)\n"
    }
    return Array(rows.joined().utf8)
  }

  private static let text: String = {
    let header =
      "{\"scrolltrace\":1,\"title\":\"made\",\"unit\":\"pt\",\"viewport\":[400,800],\"scale\":2,"
      + "\"content\":[400,15000],\"grid\":{\"count\":600,\"columns\":4,\"cell\":[100,100],\"spacing\":[0,0]}}\n"
    return header + (0..<200).map { "[\($0 * 16),\($0 * 40)]\n" }.joined()
  }()

  private func engine() throws -> PageEngine {
    var engine = PageEngine()
    try engine.loadLibrary(PageEngineTests.index(PageEngineTests.assets))
    _ = try engine.loadTrace(Array(PageEngineTests.text.utf8), name: "made")
    return engine
  }

  @Test func digestsAreThoseOfTheReplay() throws {
    var engine = try engine()
    let trace = try Trace.parse(Array(PageEngineTests.text.utf8), name: "made")
    for device in ["decode-30ms", "decode-7ms"] {
      let replay = Replay(
        script: ReplayScript(trace), assets: PageEngineTests.assets, device: try #require(.named(device)),
        settings: ReplaySettings())
      for descriptor in StrategyRegistry.all.descriptors {
        let tally = replay.run(try StrategySpec(descriptor.id))
        let answer = try engine.answer(["run", descriptor.id, device])
        #expect(answer["digest"]?.string == RunFacts(tally: tally).deterministic.digest, "\(descriptor.id)")
      }
    }
  }

  @Test func whatIsWrongIsSaidInTheLabsOwnWords() throws {
    var engine = try engine()
    for (words, said) in [
      (["run", "preheat2", "decode-12ms"], "did you mean 'preheat2x'?"), (["dance"], "nothing that a page can ask"),
      (["run", "none", "decode-0ms"], "unknown device"),
      (["run", "none", "decode-12ms:workers=0"], "either with :workers=1 to 64 behind"),
    ] {
      #expect { try engine.answer(words) } throws: { "\($0)".contains(said) }
    }
    #expect(throws: PageError.self) { try engine.loadTrace(Array("{}".utf8), name: "bad.scrolltrace") }
    #expect(try engine.answer(["run", "none", "decode-12ms"])["digest"] != nil, "what was before stays")
    for damaged in [
      "1024,768", "{}", "", "1024,768,9,9,9,9", "0,768,9,9,9,9,1", "9,768,9,-9,9,9,1", "9,768,9,65536,9,9,1",
      "9,768,9,9,9,65536,1", "9,768,9,\"9\",9,9,9,1",
    ] {
      #expect(throws: PageError.self) { try engine.loadLibrary(Array(damaged.utf8)) }
    }
  }

  @Test func aPlayIsARunWithItsReel() throws {
    var engine = try engine()
    let (run, play) = (
      try engine.answer(["run", "lru", "decode-12ms"]), try engine.answer(["play", "lru", "decode-12ms"])
    )
    #expect(run["digest"] == play["digest"] && run["cells"] == nil)
    #expect(play["peak"] == run["metrics"]?["peak-bitmap-bytes"])
    for (column, parts) in [("cells", ["items", "states"]), ("held", ["values"]), ("blank", ["values"])] {
      let count = play[column]?["times"]?.array?.count ?? 0
      #expect(count > 0)
      for part in parts { #expect(play[column]?[part]?.array?.count == count, "\(column) \(part)") }
    }
    let times = try engine.answer(["scroll"])["times"]?.array
    #expect(times?.count == 200 && times?.last?.integer == 199 * 16_000)
  }
}
