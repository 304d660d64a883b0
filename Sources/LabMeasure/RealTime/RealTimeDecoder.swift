import CacheLab
import LabLibrary
import StrategyKit

/// What one decode thread works with: codec and reader of its own, memory that all share.
final class RealTimeDecoder {
  private var worker: DecodeWorker
  private let library: PhotoLibrary
  private let table: SlotTable
  private let pages: SharedPages

  /// Opens codec and reader and decodes each size once, so that neither is cold.
  init(library: PhotoLibrary, table: SlotTable, pages: SharedPages) throws(MeasureError) {
    worker = try .over(library, scratch: table.scratchBytes)
    self.library = library
    self.table = table
    self.pages = pages
    for rehearsal in DecodeRehearsal.all(table) { try worker.rehearse(rehearsal) }
  }

  /// Makes a slot's bitmap.
  func decode(slot: Int32) throws(MeasureError) -> RealTimeOutcome {
    let asset = table.item(ofSlot: slot).index
    let isThumbnail = table.decodesThumbnail(ofSlot: slot)
    let count = bytes(ofSlot: slot)
    let address = unsafe try pages.allocate(bytes: count)
    var outcome = unsafe RealTimeOutcome(bitmap: address)
    let result = unsafe try worker.run(
      DecodeJob(
        asset: asset, form: table.form(ofSlot: slot), source: table.sourceSize(ofSlot: slot),
        pixels: UnsafeMutableRawBufferPointer(start: address, count: count), tier: table.tier(ofSlot: slot),
        isThumbnail: isThumbnail, mustDecode: isThumbnail || library.index.assets[asset].decodes),
      timing: &outcome.timing)
    if result.isPartial { outcome.partialAsset = asset }
    return outcome
  }

  /// Gives back a bitmap that came too late for the replay.
  func release(_ outcome: RealTimeOutcome, slot: Int32) {
    if let address = unsafe outcome.bitmap { unsafe pages.release(address, bytes: bytes(ofSlot: slot)) }
  }

  private func bytes(ofSlot slot: Int32) -> Int { Int(table.bytes(ofSlot: slot)) }
}
