import GridEngine
import Strategies
import Testing

@testable import StrategyKit
@testable import CacheLab

/// What an app's driver writes beside its scroll is read, or refused with line, value and cure.
@Suite struct TraceSessionTests {
  static let header = #"""
    {"scrolltrace":1,"viewport":[390,844],"content":[390,97998],\#
    "grid":{"count":4000,"columns":4,"cell":[96,96],"spacing":[2,2]},"scale":3,\#
    "session":{"version":1,"strategy":"lru:budget=30MB","workers":2,"fit":"fill","pixels":"bgra"}}
    """#

  static func counters(_ time: Int, requests: Int, hits: Int, blank: String = "12.5") -> String {
    #"[\#(time),"counters",{"requests":\#(requests),"hits":\#(hits),"late":1,"misses":\#(requests - hits - 1),"#
      + #""decodes":9,"failures":0,"peak":4000000,"visible":80000,"blank":\#(blank)}]"#
  }

  static let image = #"[30,"image",{"place":7,"target":[288,288],"photo":[4032,3024],"ms":12.345,"bytes":331776}]"#

  @Test func aSessionIsReadWithTheTrace() throws {
    let trace = try TraceText.parse(
      [
        "[0,0]", #"[0,"photos",{"from":0,"sizes":[[4032,3024,10],[0,0,2],[1170,2532,3,120,160]]}]"#,
        #"[10,"phase",{"is":"decelerating","target":900}]"#, "[10,40]", Self.image,
        #"[31,"image",{"target":[120,160],"ms":1,"open":2,"urgent":true,"tier":"coarse","result":"failure"}]"#,
        Self.counters(32, requests: 9, hits: 4), Self.counters(40, requests: 12, hits: 6), #"[50,"end"]"#,
      ], header: Self.header)
    let session = try #require(trace.session)
    #expect(session.strategy == "lru:budget=30MB" && session.workers == 2 && session.fit == .fill)
    #expect(session.images.count == 2)
    let image = session.images[0]
    #expect(image.begin == 17_655_000 && image.took == 12_345_000 && image.bytes == 331_776 && image.open == 1)
    #expect(image.photo == PixelSize(width: 4032, height: 3024) && image.tier == .full && image.result == .image)
    #expect(session.images[1].tier == .thumbnail && session.images[1].result == .failure)
    let (time, counters) = try #require(session.counters)
    #expect(time == 40_000_000 && counters[.requests] == 12 && counters[.misses] == 5 && counters[.blank] == 12_500)
    let assets = session.assets(20)
    #expect(assets[9].width == 4032 && assets[9].encodedBytes == 4032 * 3024 / 4)
    #expect(assets[10].size == AssetInfo.unknownSize && assets[19].size == AssetInfo.unknownSize)
    #expect(assets[14].thumbnailSize == PixelSize(width: 120, height: 160) && !assets[9].hasThumbnail)
    #expect(trace.sampleCount == 2 && trace.warningCount == 0, "\(trace.warnings)")
    let signals = ReplayScript(trace).signals
    #expect(signals.last?.phase == .decelerating && signals.last?.target == .points(900))
    #expect(signals.last?.time == 10_000_000, "told with the frame of its own time")
  }

  @Test func whatOthersWriteWithoutASessionIsLeftOut() throws {
    let trace = try TraceText.parse(["[0,0]", #"[1,"image",{"ms":"x"}]"#, #"[2,"counters",{}]"#])
    #expect(trace.session == nil)
  }

  @Test func aLaterVersionIsAPlainTrace() throws {
    let header = Self.header.replacing(#""version":1"#, with: #""version":2"#)
    let trace = try TraceText.parse(["[0,0]", #"[1,"image",{"ms":"x"}]"#, #"[9,"end"]"#], header: header)
    #expect(trace.session == nil && trace.header.sessionVersion == 2)
    #expect(trace.warnings.map(\.text) == ["version 2 of sessions is newer than this lab: read as a plain trace"])
    let error = #expect(throws: InputError.self) { try SessionReplay(trace, name: "x") }
    #expect(error?.line == 1 && error?.problem == "version 2 of sessions is newer than this lab")
  }

  @Test func withoutCountersThereIsNothingToCompareWith() throws {
    let plain = try TraceText.parse(["[0,0]", #"[9,"end"]"#])
    let error = #expect(throws: InputError.self) { try SessionReplay(plain, name: "x") }
    #expect(error?.line == 1 && error?.problem == #"no session: the header has no "session""#)
    let text = TraceText.text(["[0,0]", Self.image, Self.counters(40, requests: 9, hits: 4)], header: Self.header)
    let cut = try TraceText.parse(text: String(text.dropLast(9)))
    #expect(cut.session?.images.count == 1 && cut.session?.counters == nil)
    #expect { try SessionReplay(cut, name: "x") } throws: { "\($0)".hasPrefix("x: a session without counters") }
  }

  private static func counting(_ more: String) -> String {
    counters(5, requests: 9, hits: 4).replacing("}]", with: ",\(more)}]")
  }

  static let refusals: [(String, Int, String, String)] = [
    (#"[5,"image",{"target":[288,288]}]"#, 3, "", "\"ms\" is missing"),
    (#"[5,"image",{"ms":2000,"target":[288,288]}]"#, 3, "2000", "no longer than the session has lasted"),
    (#"[5,"image",{"ms":-1,"target":[288,288]}]"#, 3, "-1", "no longer than"),
    (#"[5,"image",{"ms":1,"target":[288,0]}]"#, 3, "0", "from 1 to 65535"),
    (#"[5,"image",{"ms":1,"target":288}]"#, 3, "288", "two numbers"),
    (#"[5,"image",{"ms":1,"target":[288,288],"photo":[9,99999999999999999999]}]"#, 3, "99999999999999999999", "65535"),
    (#"[5,"image",{"ms":1,"target":[288,288],"bytes":5000000000}]"#, 3, "5000000000", "from 0 to 4294967295"),
    (#"[5,"image",{"ms":1,"target":[288,288],"open":65}]"#, 3, "65", "from 1 to 64"),
    (#"[5,"image",{"ms":1,"target":[288,288],"result":"late"}]"#, 3, "late", "one of image, thumbnail, failure"),
    (#"[5,"phase",{"is":"flying"}]"#, 3, "flying", "still, tracking, dragging"),
    (#"[5,"phase",{}]"#, 3, "", "\"is\" is missing"),
    (#"[5,"photos",{"from":0,"sizes":[[1,2]]}]"#, 3, "[1,2]", "[width, height, how many]"),
    (#"[5,"photos",{"from":0,"sizes":[[1,0,2]]}]"#, 3, "[1,0,2]", "[width, height, how many]"),
    (#"[5,"photos",{"from":0,"sizes":[[1,1,0]]}]"#, 3, "0", "from 1 to"),
    (#"[5,"photos",{"from":0,"sizes":[[1,1,99999999],[1,1,9]]}]"#, 3, "[1,1,9]", "[width, height, how many]"),
    (#"[5,"photos",{"from":1,"sizes":[[1,1,9]]}]"#, 3, "1", "contradicts the lines above, which tell of 0 photos"),
    (#"[5,"photos",{"from":-1,"sizes":[]}]"#, 3, "-1", "from 0 to"),
    (#"[5,"counters",{"requests":3}]"#, 3, "", "\"hits\" is missing"),
    (counters(5, requests: 9, hits: 4).replacing("\"hits\":4", with: "\"hits\":5"), 3, "9", "contradicts hits"),
    (counters(5, requests: 9, hits: 4, blank: "80000.001"), 3, "80000.001", "contradicts \"visible\""),
    (counters(5, requests: 9, hits: 4, blank: "1e300"), 3, "1e300", "a valid \"blank\""),
    (counting(#""cells":8,"thumbnails":0,"preheats":5,"shown":4"#), 3, "8", "contradicts \"requests\""),
    (counting(#""cells":9,"thumbnails":99,"preheats":5,"shown":4"#), 3, "99", "contradicts \"decodes\""),
    (counting(#""cells":9"#), 3, "", "\"thumbnails\" is missing"),
    (counting(#""soft":9"#), 3, "", "\"first-filled\" is missing"),
    (
      counting(#""soft":80001,"first-filled":1,"first-sharp":2,"screens":0,"filled":0,"sharp":0"#), 3, "80001",
      "contradicts \"visible\""
    ),
  ]

  @Test(arguments: refusals) func badLinesAreRefused(_ text: String, _ line: Int, _ value: String, _ words: String) {
    let refusal = TraceText.refusal(of: TraceText.text(["[0,0]", text], header: Self.header))
    #expect(refusal?.line == line && (refusal?.value ?? "") == value, "\(refusal.map { "\($0)" } ?? "read")")
    #expect(refusal?.description.contains(words) == true, "\(refusal.map { "\($0)" } ?? "read")")
  }

  @Test func countersNeverFall() {
    let lines = ["[0,0]", Self.counters(5, requests: 9, hits: 4), Self.counters(6, requests: 8, hits: 4)]
    let refusal = TraceText.refusal(of: TraceText.text(lines, header: Self.header))
    #expect(
      refusal?.description
        == "hand:4: '8' as \"requests\" contradicts the counters above, which were at 9; the file was changed or "
        + "damaged; record the session again")
  }

  @Test func photosAreToldOnce() throws {
    let photos = [#"[0,"photos",{"from":0,"sizes":[[9,9,5],[8,8,2]]}]"#, #"[5,"photos",{"from":7,"sizes":[[7,7,1]]}]"#]
    let session = try #require(try TraceText.parse(["[0,0]"] + photos, header: Self.header).session)
    #expect(session.assets(8).map { $0.width } == [9, 9, 9, 9, 9, 8, 8, 7])
    let refusal = TraceText.refusal(of: TraceText.text(["[0,0]", photos[0], photos[0]], header: Self.header))
    #expect(refusal?.line == 4 && refusal?.description.contains("which tell of 7 photos") == true)
  }

  /// Bitmaps of 4 GiB and more have no slot.
  @Test(arguments: [
    ("[65535,65535,9]", "fill", true), ("[65535,65535,9]", "crop", true),
    ("[65535,30000,9]", "fill", true), ("[30000,30000,9]", "fill", false), ("[65535,9000,9]", "fill", false),
    ("[9,9,9,65535,65535]", "fill", true), ("[9,9,9,65535,9000]", "fill", false),
  ])
  func aSessionOfImagesThatNobodyHoldsIsRefused(_ run: String, _ fit: String, _ isRefused: Bool) throws {
    let header =
      #"{"scrolltrace":1,"viewport":[40000,40000],"content":[40000,400000],"grid":{"count":9,"columns":1,"#
      + #""cell":[40000,40000],"spacing":[0,0]},"session":{"version":1,"strategy":"none+opportunistic","workers":2,"#
      + #""fit":"\#(fit)","pixels":"bgra"}}"#
    let trace = try TraceText.parse(
      [
        "[0,0]", #"[0,"photos",{"from":0,"sizes":[\#(run)]}]"#, Self.counters(32, requests: 9, hits: 4),
        #"[50,"end"]"#,
      ], header: header)
    if isRefused {
      #expect { try SessionReplay(trace, name: "x") } throws: { "\($0)".contains("of images below 4 GiB") }
    } else {
      let strategy = try StrategySpec("none+opportunistic")
      #expect(try SessionReplay(trace, name: "x").run(strategy, on: DeviceProfile.all[0])[.decodes] ?? 0 > 0)
    }
  }

  static let headers: [(String, String, String)] = [
    (#""workers":2"#, #""workers":0"#, "'0' is not a valid \"workers\"; it must be a whole number from 1 to 64"),
    (#""fit":"fill""#, #""fit":"whole""#, "'whole' is not a valid \"fit\"; it must be one of fill, crop"),
    (#""strategy":"lru:budget=30MB","#, "", "\"strategy\" is missing"),
    (#""version":1,"#, "", "\"version\" is missing"), (#""version":1"#, #""version":"1""#, "a valid \"version\""),
  ]

  @Test(arguments: headers) func aBadHeaderIsRefused(_ old: String, _ new: String, _ words: String) {
    let refusal = TraceText.refusal(of: TraceText.text(["[0,0]"], header: Self.header.replacing(old, with: new)))
    #expect(refusal?.line == 1 && refusal?.description.contains(words) == true, "\(refusal.map { "\($0)" } ?? "read")")
  }

  @Test func aChangedTraceIsNoSession() throws {
    let lines = [
      "[0,0]", Self.image.replacing("[30", with: "[20"), Self.counters(32, requests: 9, hits: 4), #"[50,"end"]"#,
    ]
    var document = try TraceDocument(Array(TraceText.text(lines, header: Self.header).utf8), name: "x")
    document.leaveSession()
    let trace = try document.trace(name: "x")
    #expect(trace.session == nil && trace.header.sessionVersion == nil && trace.end.rawValue == 50_000_000)
    #expect(!document.text.contains("image") && !document.text.contains("counters"))
  }
}
