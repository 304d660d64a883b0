extension RequestExport {
  /// Writes a file, whole or not at all.
  ///
  /// CSV has a line `item@WxH,bytes` a request under the head `key,size`. In oracleGeneral the key is the number of item
  /// and target size, the time is the number of the request from 0, and the last field the number of the key's next
  /// request from 1, or -1.
  ///
  /// - Throws: `ResultError` if it cannot be written.
  public func write(to path: String, format: RequestFormat) throws {
    var file = try ResultFile(path: path)
    func bytes(_ slot: Int32) -> Int64 { table.bytes(ofSlot: slot) }
    switch format {
    case .csv:
      try file.write("key,size\n")
      for slot in slots {
        try file.write("\(table.item(ofSlot: slot).rawValue)@\(table.targetSize(ofSlot: slot)),\(bytes(slot))\n")
      }
    case .oracleGeneral:
      let future = RequestFuture(keys: slots, keyCount: Int(slots.max() ?? -1) + 1)
      for (index, slot) in slots.enumerated() {
        let next = future.next[index] == RequestFuture.never ? -1 : Int64(future.next[index]) + 1
        var record = ByteWriter()
        record.little32(UInt32(truncatingIfNeeded: index))
        record.little64(UInt64(slot))
        record.little32(UInt32(bytes(slot)))
        record.little64(UInt64(bitPattern: next))
        try file.write(record.bytes)
      }
    }
    _ = try file.commit(exclusively: false)
  }
}

/// The format of a file of requests.
public enum RequestFormat: Sendable {
  /// Lines `key,size`, the first of them perhaps `key,size` itself.
  case csv
  /// Records of 24 bytes, little-endian: time (4), key (8), size (4), number of the next request of the key (8).
  case oracleGeneral

  /// Returns the format by the end of a name: records for `.oracleGeneral` and `.bin`, lines for any other.
  public init(path: String) {
    let name = path.lowercased()
    self = name.hasSuffix(".oraclegeneral") || name.hasSuffix(".bin") ? .oracleGeneral : .csv
  }
}
