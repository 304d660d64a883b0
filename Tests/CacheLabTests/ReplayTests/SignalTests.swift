import Foundation
import StrategyKit
import Testing

@testable import CacheLab

/// What strategies are told of the finger, from a trace's lines to a frame.
@Suite struct SignalTests {
  /// Notes what its frames tell.
  struct Listener: CacheStrategy {
    static let descriptor = PolicyDescriptor(id: "listener", summary: "listens")
    static let subscribedEvents: StrategyEvents = []
    final class Heard: @unchecked Sendable { var frames: [String] = [] }
    var heard = Heard()
    init(_ parameters: ParameterValues) {}
    init(_ heard: Heard) { self.heard = heard }
    func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
      let target = frame.target.map { " \($0)" } ?? ""
      heard.frames.append("\(frame.time.rawValue / 1_000_000) \(frame.phase.map { "\($0)" } ?? "-")\(target)")
    }
  }

  private static let header = #"{"scrolltrace":1,"viewport":[390,844],"content":[390,97998],"scale":3}"# + "\n"

  /// Of lines that spaces part.
  private static func document(_ lines: String) throws -> TraceDocument {
    try TraceDocument(Array((header + lines.replacing(" ", with: "\n") + "\n").utf8), name: "test")
  }

  private static func trace(_ lines: String) throws -> Trace {
    try document(lines + " [9000,\"end\"]").trace(name: "test")
  }

  private static func told(_ lines: String, screen: ScreenOverride? = nil) throws -> [String] {
    let trace = try trace(lines)
    let script = ReplayScript(try screen.map { try trace.applying($0) } ?? trace)
    let assets = ContiguousArray(
      repeating: AssetInfo(width: 1024, height: 768, encodedBytes: 200_000, thumbnailBytes: 2000, isDecodable: true),
      count: script.itemCapacity)
    let replay = Replay(script: script, assets: assets, device: DeviceProfile.all[0], settings: ReplaySettings())
    let heard = Listener.Heard()
    _ = replay.run(Listener(heard))
    return heard.frames
  }

  private static let rotation =
    #"[0,0] [10,"up",{"target":4000}] [20,50] [30,"layout",{"grid":{"count":4000,"columns":5,"cell":[76,76],"#
    + #""spacing":[2,2]},"content":[390,62398]}] [30,50] [40,90]"#

  private static let fling =
    #"[0,0] [20,"down"] [20,0] [40,"drag"] [40,30] [60,"up",{"v":900,"target":500}] [60,60] [80,90] [900,500] "#
    + #"[950,"idle"] [1000,500]"#

  @Test(arguments: [
    ("[0,0] [20,40] [40,\"idle\"] [60,40]", ["0 -", "20 -", "60 -"]),
    // A target is told with the frame after the lift, and another layout ends what is known of it.
    (
      fling,
      [
        "0 still", "20 tracking", "40 dragging", "60 decelerating", "80 decelerating 500", "900 decelerating 500",
        "1000 still",
      ]
    ), (rotation, ["0 still", "20 decelerating 4000", "30 decelerating", "40 decelerating"]),
    // The way to the top is known, and a dragged indicator has no target.
    (
      #"[0,5000] [10,"scrub",{"on":true}] [20,9000] [30,"scrub",{"on":false}] [40,9000] [50,"top"] [60,4000] [70,0]"#,
      ["0 still", "20 scrubbing", "40 still", "60 animated 0", "70 animated 0"]
    ),
    // Rest is an offset that stays.
    (
      #"[0,0] [10,"up",{"target":100}] [20,100] [90,100] [130,100] [140,120]"#,
      ["0 still", "20 decelerating 100", "90 decelerating 100", "130 still", "140 still"]
    ),
    // A bounce goes to its edge.
    (
      #"[0,50] [10,"drag"] [20,-40] [30,"up",{"v":-200}] [30,"bounce",{"to":0}] [40,-20]"#,
      ["0 still", "20 dragging", "40 decelerating 0"]
    ),
  ]) func framesTellWhatTheTraceDoes(_ lines: String, _ frames: [String]) throws {
    #expect(try Self.told(lines) == frames)
  }

  @Test func aTargetLiesInTheContentAndFollowsTheScreen() throws {
    func last(_ target: String, _ screen: ScreenOverride? = nil) throws -> String? {
      try Self.told(#"[0,0] [10,"up",{"target":\#(target)}] [20,50]"#, screen: screen).last
    }
    #expect(try last("-300") == "20 decelerating 0" && last("98000") == "20 decelerating 97154")
    #expect(try last("\"far\"") == "20 decelerating" && last("1e300") == "20 decelerating")
    // Pitches of 98 and 195 pt.
    #expect(try last("980", ScreenOverride(columns: 2)) == "20 decelerating 1960")
  }

  @Test func infoSaysWhatATraceTells() throws {
    let own = TraceInfo(try Self.trace(Self.fling))
    #expect(own.hasPhases && own.lifts == 1 && own.targets == 1 && own.ways == 0 && own.scrubs == 0)
    #expect(!TraceInfo(try Self.trace("[0,0] [20,40]")).hasPhases)
  }

  @Test func aCutKeepsWhatGoesOn() throws {
    let document = try Self.document(Self.fling + " [9000,\"end\"]")
    let cut = try document.cut(from: 70_000_000, to: 5_000_000_000, name: "test").trace(name: "cut")
    let signals = ReplayScript(cut).signals
    #expect(signals.first { $0.time > 0 }?.target == .points(500) && signals.first?.phase == .decelerating)
  }

  @Test func aCutAfterALayoutKnowsNoTarget() throws {
    let document = try Self.document(Self.rotation + " [60,120] [90,\"end\"]")
    let whole = ReplayScript(try document.trace(name: "whole")).signals
    let cut = ReplayScript(try document.cut(from: 35_000_000, to: 90_000_000, name: "test").trace(name: "cut")).signals
    #expect(whole.contains { $0.target == .points(4000) } && whole.last?.target == nil)
    #expect(!cut.isEmpty && cut.allSatisfy { $0.target == nil })
  }
}
