public import CacheLab
import StrategyKit

extension RequestExport {
  /// Writes a file, whole or not at all.
  ///
  /// CSV has a line `item@WxH,bytes` a request under the head `key,size`. In oracleGeneral the key is the number of item
  /// and target size, the time is the number of the request from 0, and the last field the number of the key's next
  /// request from 1, or -1.
  ///
  /// - Throws: `ResultError` when it cannot be written.
  public func write(to path: String, format: RequestFormat) throws {
    var file = try ResultFile(path: path)
    switch format {
    case .csv:
      try file.write("key,size\n")
      for slot in slots {
        try file.write("\(table.item(ofSlot: slot).rawValue)@\(table.targetSize(ofSlot: slot)),\(bytes(slot))\n")
      }
    case .oracleGeneral:
      let next = nextRequests()
      for (index, slot) in slots.enumerated() {
        var record: [UInt8] = []
        RequestExport.append(UInt32(truncatingIfNeeded: index), to: &record)
        RequestExport.append(UInt64(slot), to: &record)
        RequestExport.append(UInt32(bytes(slot)), to: &record)
        RequestExport.append(UInt64(bitPattern: next[index]), to: &record)
        try file.write(record)
      }
    }
    _ = try file.commit(exclusively: false)
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
