import CacheLab
import LabBase
import LabLibrary
import LabMeasure
import StrategyKit

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

  init(_ prepared: PreparedRun, _ strategy: StrategySpec, sliceMax: Int) {
    let inventory = prepared.replay.run(strategy, cells: prepared.request.cells, observer: DecodeInventory()).observer
    let items = inventory.items(prepared.replay.table)
    list = DecodeInventory.digest(items)
    decodes = items.count
    work = inventory.work.rawValue
    library = prepared.library.index.fingerprint
    slice = DecodeSlice(of: items, count: sliceMax)
  }

  var text: String {
    JSON.object([
      "protocol": .integer(ArmProtocol.version), "list-sha256": .string(list), "decodes": .integer(Int128(decodes)),
      "work-ns": .integer(Int128(work)), "library": .string(library), "slice": ArmProtocol.json(slice),
    ]).compactText + "\n"
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
