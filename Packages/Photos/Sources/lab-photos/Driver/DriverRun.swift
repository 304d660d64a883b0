import CacheLab
import GridDriver
import GridSession
import LabLibrary
import PhotosModel

/// A trace played, in virtual time, on a driver whose images come from the model of `PHImageManager`.
struct DriverRun {
  let script: ReplayScript
  let phone: ModelPhone
  let open: Int

  /// - Parameter record: Takes the session as a trace, or nil for no recording.
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

  /// At each time, ends come before events, as in a replay.
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
            let sizes = changes.renewed.joined().map { PhotoSize(phone.assets[grid.photo(at: $0)].size) }
            driver.contentChanged(changes, photos: sizes, layout: layout)
          case .memoryWarning, .background: driver.memoryWarning()
          case .foreground: driver.enteredForeground()
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

/// The photo at each place while photos come and go.
private final class Grid {
  private var photos: [Int]

  init(_ script: ReplayScript) {
    photos = Grid.numbers(script.contents[0] ?? GridContent(first: script.layouts[0].count))
  }

  func photo(at place: Int) -> Int { photos[place] }

  func change(to next: GridContent) -> GridChanges {
    let before = photos
    photos = Grid.numbers(next)
    return GridChanges(from: before, to: photos)
  }

  private static func numbers(_ content: GridContent) -> [Int] {
    content.photos.flatMap { Int($0.lower)..<Int($0.upper) }
  }
}

struct ModelPhone: Sendable {
  let device: DeviceProfile
  /// The variation of each decode's duration, in percent; one in fifty takes five times as long.
  var jitter = 0
  var assets: ContiguousArray<AssetInfo>

  /// Creates photos of 1024x768 that take equal times to decode.
  init(milliseconds: Int, count: Int) {
    device = DeviceProfile(
      name: "even", fixed: .milliseconds(milliseconds), picosecondsPerByte: 0, picosecondsPerPixel: 0)
    assets = ContiguousArray(repeating: ModelPhone.photo(PixelSize(width: 1024, height: 768)), count: count)
  }

  /// Creates photos with the sizes of the made library and a device's decode times.
  init(device: DeviceProfile, jitter: Int, count: Int) {
    self.device = device
    self.jitter = jitter
    let deals = SizeClass.all.flatMap { Array(repeating: $0.size, count: $0.percent) }
    assets = ContiguousArray(
      (0..<count).lazy.map { ModelPhone.photo(deals[Int(ModelPhone.draw(UInt64($0)) % 100)]) })
  }

  /// Returns a photo of two bits a pixel, as the lab assumes for a session.
  private static func photo(_ size: PixelSize) -> AssetInfo {
    AssetInfo(
      width: size.width, height: size.height, encodedBytes: Int32(size.pixelCount / 4), thumbnailBytes: 0,
      isDecodable: true)
  }

  /// Returns the replay of a script on such a phone without jitter.
  func replay(_ script: ReplayScript) -> Replay {
    var settings = ReplaySettings()
    settings.fit = .crop
    return Replay(script: script, assets: assets, device: device, settings: settings)
  }

  /// Returns the duration of a decode.
  ///
  /// - Parameter number: The number of decodes begun before it.
  func cost(_ file: ItemID, _ target: PixelSize, _ number: Int) -> Nanoseconds {
    let asset = assets[file.index]
    let form = BitmapForm(of: asset, reaching: target, fit: .crop)
    let cost = device.cost(encodedBytes: Int64(asset.encodedBytes), of: form)
    guard jitter > 0 else { return cost }
    let draw = ModelPhone.draw(UInt64(number) ^ 0x6A69_7474_6572)
    if draw % 50 == 0 { return Nanoseconds(rawValue: cost.rawValue * 5) }
    let share = 1000 - Int64(jitter) * 10 + Int64((draw >> 32) % UInt64(jitter * 20 + 1))
    return Nanoseconds(rawValue: cost.rawValue * share / 1000)
  }

  private static func draw(_ seed: UInt64) -> UInt64 {
    var random = SplitMix64(seed: seed)
    return random.next()
  }
}
