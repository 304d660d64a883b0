import CacheLab
import GridEngine
public import LabBase
import LabJudge
import LabPictures
import LabRecords
import Strategies
import StrategyKit

/// The lab for a web page: a library, a trace, settings, and what strategies count with them.
///
/// All that it says is JSON, in the words of records. What a number means, what a text may say and what goes together is
/// decided by the modules that it uses; a page draws. It holds one trace at a time, and replays when it is asked.
public struct PageEngine {
  var index = PageLibrary()
  var trace: Trace?
  var traceName = ""
  /// What a command line names it by.
  var tracePath = ""
  var settings = RunSettings()
  /// What an answer tells in numbers, a column after the other, each as long as the answer says; until another has some.
  public internal(set) var columns: [Double] = []
  /// Ready once there are photos and a trace.
  var ready: Ready?

  /// What every strategy is replayed over.
  struct Ready {
    let replay: Replay
    let trace: Trace
    let device: DeviceProfile
    let scroll: ReelTrace
  }

  public init() {}

  /// The photos, as `make web-engine` packs the index of a made library.
  public mutating func loadLibrary(_ bytes: [UInt8]) throws(PageError) {
    var next = self
    next.index = try PageLibrary(bytes)
    try next.prepare()
    self = next
  }

  /// A trace's text. What it says of itself is in the answer. A `name` that ends as files of traces do is a file's.
  ///
  /// - Throws: what `lab-run` says of the same file. The trace before stays.
  public mutating func loadTrace(_ bytes: [UInt8], name: String) throws(PageError) -> JSON {
    let parsed = try PageError.catching { () throws(TraceError) in try Trace.parse(bytes, name: name) }
    let ending = ".scrolltrace"
    var next = self
    (next.trace, next.tracePath) = (parsed, name.hasSuffix(ending) ? "./" + name : name)
    next.traceName = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    try next.prepare()
    self = next
    return PageEngine.words(of: parsed, name: traceName)
  }

  /// Settings that a page can have: its photos are its own.
  static let offered = RunSetting.all.filter { $0.section != .library && $0.name != "assets" }

  /// A word that stands for several settings.
  private static let screen = "--screen"

  /// Settings as words of a command line: `--cells`, `keep`. What is not named is as it is by default.
  ///
  /// - Throws: what is wrong with a word. The settings before stay.
  public mutating func set(_ words: [String]) throws(PageError) {
    var settings = RunSettings()
    var index = 0
    while index < words.count {
      let word = words[index]
      let setting = PageEngine.offered.first { "--" + $0.name == word }
      guard setting != nil || word == PageEngine.screen else {
        let names = PageEngine.offered.map { "--" + $0.name } + [PageEngine.screen]
        throw PageError("'\(word.visible)' is no setting of a page: \(hint(for: word, among: names))")
      }
      guard index + 1 < words.count else { throw PageError("\(word) has no value: write it behind") }
      try PageError.catching { () throws(SettingError) in
        if let setting {
          try setting.set(words[index + 1], in: &settings)
        } else {
          for (name, value) in try ScreenChoice(words[index + 1]).settings {
            try RunSetting.named(name)?.set(value, in: &settings)
          }
        }
      }
      index += 2
    }
    // What stands for the whole trace is kept where nothing changes.
    guard settings.words != self.settings.words else { return }
    var next = self
    next.settings = settings
    try next.prepare()
    self = next
  }

  /// What `lab-run` makes of the same words before it replays.
  private mutating func prepare() throws(PageError) {
    let name = settings.device ?? DeviceProfile.all[0].name
    guard let device = DeviceProfile.named(name) else {
      let names = DeviceProfile.all.map { $0.name }
      let cure = hint(for: name, among: names)
      let others = cure.hasSuffix("?") ? "" : ", or \(DeviceProfile.otherForms)"
      throw PageError("unknown device '\(name)': \(cure)\(others)")
    }
    guard let trace, !index.assets.isEmpty else { return }
    var screen = settings.screen
    screen.assetCount = Int32(index.assets.count)
    let applied = try PageError.catching { () throws(TraceError) in try trace.applying(screen) }
    let script = ReplayScript(applied)
    guard script.slotCount <= SlotTable.slotsMax else {
      throw PageError("trace '\(traceName)' shows its photos at too many sizes: cut it into traces with fewer layouts")
    }
    ready = Ready(
      replay: Replay(script: script, assets: index.assets, device: device, settings: settings.replay), trace: applied,
      device: device, scroll: ReelTrace(name: traceName, script: script, reels: []))
  }

  /// A strategy as the settings make it, and what it is replayed over.
  func prepared(_ text: String) throws(PageError) -> (strategy: StrategySpec, ready: Ready) {
    guard let ready else { throw PageError("there is no trace yet, or no photos: load both first") }
    let strategy = try PageError.catching { () throws(SpecError) in try StrategySpec(text, registry: .all) }
    return try PageError.catching { () throws(SettingError) in
      let applied = try settings.replay.delivery.applied(to: strategy)
      try ready.replay.refuseOffline(applied)
      return (applied, ready)
    }
  }

  private static func words(of trace: Trace, name: String) -> JSON {
    .object([
      "name": .string(name.visible), "title": trace.header.title.map { .string($0.visible) } ?? .null,
      "sha256": .string(trace.sha256), "warnings": .integer(Int128(trace.warningCount)),
      "first-warning": trace.warnings.first.map { .string("\($0)") } ?? .null,
    ])
  }
}

/// Why the engine does not do what it is asked, for a person.
public struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// What is wrong in the words of the lab.
  static func catching<Value, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Value
  ) throws(PageError) -> Value {
    do throws(Failure) { return try body() } catch { throw PageError(error.description) }
  }
}

/// What a replay reads of a made library, packed: `CLABPAGE`, the number of photos, 32 digits of the fingerprint, then of
/// each photo 18 bytes, least significant byte first.
struct PageLibrary {
  private(set) var assets: ContiguousArray<AssetInfo> = []
  private(set) var fingerprint = ""

  private static let magic = Array("CLABPAGE".utf8)
  private static let assetsMax = 1_000_000

  init() {}

  init(_ bytes: [UInt8]) throws(PageError) {
    guard let library = PageLibrary(reading: bytes) else { throw PageError("the photos of the page are damaged") }
    self = library
  }

  private init?(reading bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard reader.take(8) == PageLibrary.magic, let count = reader.little32(), count > 0,
      count <= UInt32(PageLibrary.assetsMax), let digits = reader.take(32), bytes.count == 44 + 18 * Int(count)
    else { return nil }
    assets.reserveCapacity(Int(count))
    fingerprint = String(decoding: digits, as: UTF8.self)
    for _ in 0..<count {
      guard let sides = reader.words(3), let thumbnail = reader.take(6) else { return nil }
      func half(_ at: Int) -> Int32 { Int32(thumbnail[at]) | Int32(thumbnail[at + 1]) << 8 }
      let (width, height) = (Int32(bitPattern: sides[0] & 0x3FFF_FFFF), Int32(bitPattern: sides[1]))
      let encoded = Int32(bitPattern: sides[2])
      guard width > 0, height > 0, encoded >= 0 else { return nil }
      assets.append(
        AssetInfo(
          width: width, height: height, encodedBytes: encoded, thumbnailBytes: half(0),
          thumbnailSize: PixelSize(width: half(2), height: half(4)), decodes: sides[0] & 1 << 31 != 0,
          isTurned: sides[0] & 1 << 30 != 0))
    }
  }
}
