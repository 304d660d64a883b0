import CacheLab
import LabBase
import LabJudge
import LabLibrary
import LabMeasure
import LabRecords
import StrategyKit

/// What the gate and an arm say to each other: JSON on one line.
///
/// `arm --list` answers {protocol, list-sha256, decodes, work-ns, library, slice}; `arm --slice FILE` reads
/// {protocol, slice} or such an answer, and answers {protocol, cpu, wall}; `arm --instructions` {protocol, instructions}. A slice is [[asset, eighths], ...],
/// behind these what is held where it is reduced: width and height of the whole, of the part, and a 0.
enum ArmProtocol {
  /// Goes up when an older binary would misunderstand a newer one.
  static let version: Int128 = 2

  static func json(_ slice: DecodeSlice) -> JSON {
    .array(
      slice.items.map { item in
        var words = [Int64(item.asset), Int64(item.scale.eighths)]
        if let held = item.held {
          words += [held.whole.width, held.whole.height, held.size.width, held.size.height].map { Int64($0) }
          words.append(0)
        }
        return .array(words.map { .integer(Int128($0)) })
      })
  }

  /// Nil for anything that is no slice.
  static func items(_ json: JSON) -> [DecodeSlice.Item]? {
    guard let lines = json.array else { return nil }
    let items = lines.compactMap { line -> DecodeSlice.Item? in
      let fields = (line.array ?? []).map { $0.integer ?? -1 }
      guard fields.count == 2 || fields.count == 7, fields.allSatisfy({ $0 >= 0 && $0 <= Int32.max }),
        (1...8).contains(fields[1])
      else { return nil }
      let item = DecodeSlice.Item(asset: Int(fields[0]), scale: DecodeScale(eighths: Int32(fields[1])))
      return fields.count == 2 ? item : self.item(item, holding: fields[2...].map { Int32($0) })
    }
    return items.count == lines.count ? items : nil
  }

  private static func item(_ item: DecodeSlice.Item, holding words: [Int32]) -> DecodeSlice.Item? {
    guard words[4] == 0 else { return nil }
    return DecodeSlice.Item(
      asset: item.asset, scale: item.scale,
      held: DecodeSlice.Item.Held(
        whole: PixelSize(width: words[0], height: words[1]), size: PixelSize(width: words[2], height: words[3])))
  }

  /// What is said, on one line.
  static func text(_ members: [String: JSON]) -> String {
    JSON.object(members.merging(["protocol": .integer(version)]) { $1 }).compactText + "\n"
  }

  /// Reads a slice, and sees to it that the library has its assets, as large as its bitmaps.
  ///
  /// - Parameter name: Where the text came from, for messages.
  static func slice(_ text: String, assets: ContiguousArray<AssetInfo>, name: String) throws -> DecodeSlice {
    let json = try parse(text, name: name)
    guard let items = json["slice"].flatMap({ self.items($0) }), !items.isEmpty else {
      throw LabError("\(name) has no slice of decodes: make one with \(ToolName.current) arm --list")
    }
    if let asset = items.map(\.asset).first(where: { $0 >= assets.count }) {
      throw LabError(
        "\(name) wants asset \(asset) and the library has \(assets.count): give the --library and --assets it was made "
          + "with")
    }
    if let item = items.first(where: { $0.form(of: assets[$0.asset].size) == nil }), let held = item.held {
      throw LabError(
        "\(name) wants asset \(item.asset) as \(held.size) of \(held.whole) at \(item.scale.eighths)/8, and it has "
          + "\(assets[item.asset].size): give the --library and --assets it was made with")
    }
    return DecodeSlice(items: items)
  }

  static func text(_ run: DecodeSliceRun) -> String {
    func list(_ times: [Int64]) -> JSON { .array(times.map { .integer(Int128($0)) }) }
    return text(["cpu": list(run.cpu), "wall": list(run.wall)])
  }

  /// The times of an arm that decoded `decodes` photos.
  static func arm(_ text: String, decodes: Int, name: String) throws -> LatencyEvidence.Arm {
    let json = try parse(text, name: name)
    func times(_ key: String) throws -> [Int64] {
      let times = (json[key]?.array ?? []).compactMap { $0.integer }
      guard times.count == decodes, times.allSatisfy({ $0 >= 0 }) else { throw ArmMismatch.garbled(name) }
      return times
    }
    return LatencyEvidence.Arm(cpu: try times("cpu"), wall: try times("wall"))
  }

  /// What an arm counted.
  static func count(_ text: String, name: String) throws -> InstructionCount {
    guard let count = try parse(text, name: name)["instructions"].flatMap({ InstructionCount($0) }) else {
      throw ArmMismatch.garbled(name)
    }
    return count
  }

  /// - Throws: `ArmMismatch` for text of another protocol, or of none.
  static func parse(_ text: String, name: String) throws -> JSON {
    guard let json = try? JSON.parse(text), let spoken = json["protocol"] else { throw ArmMismatch.garbled(name) }
    guard spoken == .integer(version) else { throw ArmMismatch.otherProtocol(name, version: spoken.compactText) }
    return json
  }
}

extension DecodeSlice {
  /// What an arm is given; nil where nothing is decoded.
  var text: String? { items.isEmpty ? nil : ArmProtocol.text(["slice": ArmProtocol.json(self)]) }
}

/// A reason why two binaries cannot be compared: not a verdict on either of them. The gate ends with exit code 5.
enum ArmMismatch: Error, CustomStringConvertible, Equatable {
  /// The binary has no `arm`, or another one.
  case tooOld(String)
  case otherProtocol(String, version: String)
  /// It does not know the cell's strategy, trace or options, and said so.
  case cannotReplay(String, complaint: String)
  case otherLibrary
  case garbled(String)

  var description: String {
    switch self {
    case .tooOld(let name):
      "\(name) does not know 'arm': it was built before the gate; take a newer base, or gate without one, which "
        + "judges no decode times"
    case .otherProtocol(let name, let version):
      "\(name) speaks version \(version) of the gate's protocol, this \(ToolName.current) \(ArmProtocol.version): take a "
        + "base built from a commit with the same, or gate without one, which judges no decode times"
    case .cannotReplay(let name, let complaint):
      "\(name) cannot replay this case: \(complaint); take a base that can, or leave the case out until it has one"
    case .otherLibrary:
      "the two binaries make different photos of the same seed: take a base built from a commit with the same library, "
        + "or gate without one, which judges no decode times"
    case .garbled(let name):
      "\(name) answered 'arm' with something else: is it a lab-run? Name the executable itself, not a script"
    }
  }
}

/// What a binary says it would decode for a cell: the answer to `arm --list`.
struct ArmListing: Hashable {
  /// SHA-256 of all decodes, in order.
  var list: String
  /// How many they are, and their declared cost, nanoseconds.
  var decodes: Int
  var work: Int64
  /// The library's fingerprint: two binaries that read different photos are not comparable.
  var library: String
  var slice: DecodeSlice

  init(_ run: PlannedRun, sliceMax: Int) {
    let prepared = run.prepared
    let inventory = prepared.replay.run(run.strategy, observer: DecodeInventory()).observer
    let items = inventory.items(prepared.replay.table)
    list = DecodeInventory.digest(items)
    decodes = items.count
    work = inventory.work.rawValue
    library = prepared.library.index.fingerprint
    slice = DecodeSlice(of: items, count: sliceMax)
  }

  var text: String {
    ArmProtocol.text([
      "list-sha256": .string(list), "decodes": .integer(Int128(decodes)), "work-ns": .integer(Int128(work)),
      "library": .string(library), "slice": ArmProtocol.json(slice),
    ])
  }

  /// - Parameter name: Which binary said it, for messages.
  init(text: String, name: String) throws {
    let json = try ArmProtocol.parse(text, name: name)
    guard let list = json["list-sha256"]?.string, let decodes = json["decodes"]?.integer,
      let work = json["work-ns"]?.integer, let library = json["library"]?.string, let slice = json["slice"],
      let items = ArmProtocol.items(slice)
    else { throw ArmMismatch.garbled(name) }
    self.list = list
    self.decodes = Int(decodes)
    self.work = work
    self.library = library
    self.slice = DecodeSlice(items: items)
  }
}
