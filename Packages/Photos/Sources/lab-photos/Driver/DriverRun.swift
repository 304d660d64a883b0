import CacheLab
import GridDriver
import GridSession
import PhotosModel
import StrategyKit

/// A trace played on a driver that asks the model of `PHImageManager`, in virtual time.
struct DriverRun {
  let script: ReplayScript
  let phone: ModelPhone
  /// Requests that the driver keeps open.
  let open: Int

  /// - Parameter record: Takes the session as a trace; nil where nobody wants it.
  func counters(of strategy: StrategySpec, record: (([UInt8]) -> Bool)? = nil) throws -> GridCounters {
    let (phone, assets) = (phone, phone.assets)
    let scheduler = SteppedScheduler { phone.cost($0, $1, $2) }
    let manager = ImageManager(BlankImageSource(files: assets), scheduler: scheduler)
    let options = ImageRequestOptions()
    options.deliveryMode = .highQualityFormat
    options.resizeMode = .exact
    let grid = Grid(script)
    let source = ManagerSource(manager, options) { place in
      let photo = grid.photo(at: place)
      return Asset(id: AssetID(rawValue: Int64(photo) + 1), file: ItemID(photo), pixelSize: assets[photo].size)
    }
    var driverOptions = GridDriverOptions()
    driverOptions.workers = open
    driverOptions.fit = .crop
    let driver = try GridDriver(
      strategy, source: source, layout: script.layouts[0],
      photos: (0..<Int(script.layouts[0].count)).map { PhotoSize(assets[grid.photo(at: $0)].size) },
      options: driverOptions,
      clock: { scheduler.now })
    if let record { driver.record(refreshHz: 60, title: "the Photos model", device: phone.device.name, write: record) }
    play(script, grid, on: driver, source, scheduler)
    let counters = driver.counters
    driver.stop()
    return counters
  }

  /// At each time first what ends then, then what happens, as in a replay.
  private func play(
    _ script: ReplayScript, _ grid: Grid, on driver: GridDriver<ManagerSource>, _ source: ManagerSource,
    _ scheduler: SteppedScheduler
  ) {
    var (index, signal) = (0, 0)
    var (phase, target): (ScrollPhase?, MilliPoints?) = (nil, nil)
    func end() {
      scheduler.run(to: scheduler.nextDue)
      driver.perform { source.hear() }
    }
    func happen(at time: Int64) {
      while scheduler.nextDue.rawValue < time { end() }
      scheduler.run(to: Nanoseconds(rawValue: time))
      driver.perform {
        source.hear()
        while index < script.steps.count && script.steps[index].time == time {
          while signal < script.signals.count && script.signals[signal].time <= time {
            (phase, target) = (script.signals[signal].phase, script.signals[signal].target)
            signal += 1
          }
          let step = script.steps[index]
          switch step.kind {
          case .frame: driver.scrolled(to: MilliPoints(rawValue: step.value), phase: phase, target: target)
          case .layout: driver.layoutChanged(to: script.layouts[Int(step.value)])
          case .content:
            let layout = script.layouts[Int(step.value)]
            let changes = grid.change(to: script.contents[Int(step.value)] ?? GridContent(first: layout.count))
            let sizes = changes.inserted.joined().map { PhotoSize(phone.assets[grid.photo(at: $0)].size) }
            driver.contentChanged(
              removing: changes.removed, inserting: changes.inserted, photos: sizes, layout: layout)
          case .memoryWarning, .background: driver.memoryWarning()
          }
          index += 1
        }
      }
      while scheduler.nextDue.rawValue == time { end() }
    }
    while index < script.steps.count { happen(at: script.steps[index].time) }
    happen(at: script.end.rawValue)
  }
}

/// Which photo stands at which place while photos come and go.
private final class Grid {
  private var content: GridContent
  private var photos: [Int]

  init(_ script: ReplayScript) {
    content = script.contents[0] ?? GridContent(first: script.layouts[0].count)
    photos = Grid.numbers(content)
  }

  func photo(at place: Int) -> Int { photos[place] }

  func change(to next: GridContent) -> (removed: [Range<Int>], inserted: [Range<Int>]) {
    defer { (content, photos) = (next, Grid.numbers(next)) }
    return content.changes(to: next)
  }

  private static func numbers(_ content: GridContent) -> [Int] {
    content.photos.flatMap { Int($0.lower)..<Int($0.upper) }
  }
}
