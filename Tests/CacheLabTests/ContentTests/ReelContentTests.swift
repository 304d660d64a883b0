import Strategies
import Testing

@testable import CacheLab

/// What the player draws where photos come and go: by place, what the cell of the photo there shows.
@Suite struct ReelContentTests {
  /// Writes down what each place shows after every event, from the events alone.
  private struct Screen: ReplayObserver {
    var order: [Int32]
    var states: [Int32: ReelCell] = [:]
    private(set) var visible = ItemRange.empty
    private var awaited: [Int32: BitmapKey] = [:]

    init(count: Int32) { order = Array(0..<count) }

    mutating func take(_ event: ReplayEvent, at time: Int64) {
      switch event {
      case .content(let photos):
        order = photos.flatMap { Array($0.lower..<$0.upper) }
        visible = .empty
      case .request(let item, let size, let outcome):
        states[item] = outcome == .hit ? .sharp : .blank
        awaited[item] = outcome == .hit ? nil : BitmapKey(item: item, size: size)
      case .release(let item): awaited[item] = nil
      case .end(let key, kept: true) where awaited[key.item] == key:
        awaited[key.item] = nil
        states[key.item] = .sharp
      case .frame(_, let visible): self.visible = visible
      default: break
      }
    }

    var cells: [ReelCell] { (visible.lower..<visible.upper).map { states[order[Int($0)]] ?? .blank } }
  }

  @Test(arguments: ["none", "preheat2x", "lru:budget=4MB"]) func placesShowWhatTheirPhotosDo(_ text: String) throws {
    let spec = try StrategySpec(text)
    for name in ["library-changes", "limited-access"] {
      let whole = try ReplayFixture.shipped(name)
      let end = whole.script.end.rawValue
      for part in Int64(1)...40 {
        let replay = whole.until(end * part / 40)
        let heard = replay.run(spec, observer: ReelRecorder(replay, of: text)).observer
        let screen = replay.run(spec, observer: Screen(count: replay.script.layouts[0].count)).observer
        var places: [Int32: ReelCell] = [:]
        for change in heard.reel.changes { places[change.item] = change.state }
        #expect(!screen.cells.isEmpty)
        #expect((screen.visible.lower..<screen.visible.upper).map { places[$0] ?? .blank } == screen.cells)
      }
    }
  }
}
