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

  /// As `scripts/web-engine.sh` packs an index.
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
      let tally = replay.run(try StrategySpec(descriptor.id), cells: try #require(CellPolicy(rawValue: cells)))
      let answer = try engine.answer(["run", descriptor.id])
      #expect(answer["digest"]?.string == DeterministicBlock(RunFacts(tally: tally)).digest, "\(descriptor.id)")
    }
  }

  @Test func whatIsWrongIsSaidInTheLabsOwnWords() throws {
    var engine = try engine()
    for (words, said) in [
      (["run", "preheat2"], "did you mean 'preheat2x'?"), (["set", "--cells", "x"], "is none of cancel, keep"),
      (["set", "--device", "decode-0ms"], "unknown device"), (["set", "--sells", "keep"], "did you mean '--cells'?"),
      (["why", "none", "item", "-1"], "whole number"), (["dance"], "nothing that a page can ask"),
    ] {
      #expect { try engine.answer(words) } throws: { "\($0)".contains(said) }
    }
    #expect(throws: PageError.self) { try engine.loadTrace(Array("{}".utf8), name: "bad.scrolltrace") }
    #expect(try engine.answer(["run", "none"])["digest"] != nil, "what was before stays")
    #expect(throws: PageError.self) { try engine.loadLibrary(Array("CLABPAGE".utf8)) }
  }

  @Test func itTellsWhyAnImageIsLate() throws {
    var engine = try engine(["--device", "decode-30ms:workers=1"])
    let why = try engine.answer(["why", "preheat2x", "worst", "1"])
    let story = try #require(why["stories"]?.array?.first)
    #expect(story["title"]?.string?.contains("shown") == true)
    #expect(story["lines"]?.array?.isEmpty == false)
    #expect(why["estimated-because"] == .null, "what would have saved it was replayed")
  }

  @Test func theReelHasEachFrame() throws {
    var engine = try engine()
    let scroll = try engine.answer(["scroll"])
    let reel = try engine.answer(["reel", "none"])
    #expect(scroll["frames"]?.string?.isEmpty == false && scroll["visible"]?.string?.isEmpty == false)
    // A frame that shows fewer than 128 cells takes a byte.
    #expect(reel["blank"]?.string?.count == scroll["visible"]?.string?.count)
    #expect(try engine.answer(["gaps", "budget-priority"])["gap-closed"] != nil)
  }
}
