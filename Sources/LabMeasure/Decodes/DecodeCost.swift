public import CacheLab
public import LabLibrary
import LabSystem

/// What a decode takes on this machine now: a guess from a few, to say beforehand how long many will take. It is part of
/// no record.
public enum DecodeCost {
  /// Nanoseconds on the wall clock, the mean over a photo of each size at each target size, each decoded a second time.
  ///
  /// - Throws: `MeasureError` when a photo cannot be read.
  public static func sample(_ table: SlotTable, library: PhotoLibrary) throws(MeasureError) -> Int64 {
    let decodes = DecodeRehearsal.all(table)
    var worker = try DecodeWorker.over(library)
    for decode in decodes { try worker.rehearse(decode) }
    let begin = Clocks.monotonic()
    for decode in decodes { try worker.rehearse(decode) }
    return (Clocks.monotonic() - begin) / Int64(max(decodes.count, 1))
  }
}
