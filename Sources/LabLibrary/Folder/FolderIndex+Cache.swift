extension FolderIndex {
  private static let magic = Array("CLABFOLD".utf8)
  private static let version: UInt32 = 8
  private static let byteCountMax: Int64 = 256 << 20
  /// Records keep fingerprints.
  private static let fingerprintVersion: UInt32 = 2

  /// Returns the index of a folder; photos that the stored one has, unchanged, are not looked at again.
  static func open(
    _ walk: FolderWalk, root: String, _ decoder: ImageDecoder, in cacheDirectory: String,
    progress: (@Sendable (Double) -> Void)?
  ) throws -> FolderIndex {
    let name = String(XXHash64.hash(Array(root.utf8)), radix: 16)
    let path = "\(cacheDirectory)/folder-\(name)\(decoder == .turbojpeg ? "" : "-\(decoder)").index"
    let kept = try kept(at: path)
    let index = try FolderIndex(walk, root: root, decoder, kept: kept, progress: progress)
    if !index.files.elementsEqual(kept, by: { $0 == $1 && $0.hasName($1.name) }) {
      let file = try AtomicFile(path)
      try file.write(index.encoded())
      try file.commit()
    }
    return index
  }

  private static func kept(at path: String) throws -> ContiguousArray<FolderFile> {
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      let size = try file.state().byteCount
      return try size > byteCountMax ? [] : photos(file.prefix(Int(size))) ?? []
    } catch {
      if error.isAbsence { return [] }
      guard case .notRegular = error else { throw error }
      return []
    }
  }

  /// Returns a checksum over names and sizes of photos that are repeated to so many, in 32 hexadecimal digits.
  func fingerprint(repeatedTo count: Int) -> String {
    var writer = ByteWriter()
    encode(into: &writer, version: FolderIndex.fingerprintVersion)
    writer.little64(XXHash64.hash(writer.bytes))
    if count > files.count { writer.little64(UInt64(count)) }
    let bytes = writer.bytes
    return XXHash64.text(bytes) + XXHash64.text(bytes, seed: 1)
  }

  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    encode(into: &writer, version: FolderIndex.version)
    for file in files where !file.info.isDecodable { FolderIndex.write(file.problem ?? "", to: &writer) }
    writer.little64(XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  private func encode(into writer: inout ByteWriter, version: UInt32) {
    writer.append(FolderIndex.magic)
    writer.little32(version)
    writer.little32(UInt32(files.count))
    writer.little32(UInt32(skippedCount))
    writer.little32(UInt32(unreadableCount))
    for file in files {
      FolderIndex.write(file.name, to: &writer)
      writer.little64(UInt64(bitPattern: file.modifiedNs))
      let thumbnail = file.info.thumbnailSize
      for number in [
        file.info.width, file.info.height, file.info.encodedBytes, file.info.thumbnailBytes, thumbnail.width,
        thumbnail.height,
      ] { writer.little32(UInt32(bitPattern: number)) }
      writer.byte((file.info.isDecodable ? 1 : 0) | (file.info.isTurned ? 2 : 0))
    }
  }

  private static func write(_ text: String, to writer: inout ByteWriter) {
    writer.little32(UInt32(text.utf8.count))
    writer.append(text.utf8)
  }

  private static func text(_ reader: inout ByteReader) -> String? {
    reader.little32().flatMap { reader.take(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }

  static func photos(_ bytes: [UInt8]) -> ContiguousArray<FolderFile>? {
    guard bytes.count > 32 else { return nil }
    var tail = ByteReader(Array(bytes.suffix(8)))
    guard tail.little64() == XXHash64.hash(Array(bytes.dropLast(8))) else { return nil }
    var reader = ByteReader(bytes)
    guard reader.take(8) == FolderIndex.magic, reader.little32() == FolderIndex.version,
      let count = reader.little32(), reader.take(8) != nil
    else { return nil }
    var files = ContiguousArray<FolderFile>()
    for _ in 0..<count {
      guard let name = FolderIndex.text(&reader), let modified = reader.little64(),
        let numbers = reader.words(6)?.map({ Int32(bitPattern: $0) }), let flags = reader.take(1),
        numbers.indices.allSatisfy({ (0...($0 == 2 ? .max : Int32(UInt16.max))).contains(numbers[$0]) })
      else { return nil }
      let info = AssetInfo(
        width: numbers[0], height: numbers[1], encodedBytes: numbers[2], thumbnailBytes: numbers[3],
        thumbnailSize: PixelSize(width: numbers[4], height: numbers[5]), isDecodable: flags[0] & 1 == 1,
        isTurned: flags[0] & 2 == 2)
      guard FolderIndex.isPossible(info) else { return nil }
      files.append(FolderFile(name: name, modifiedNs: Int64(bitPattern: modified), info: info))
    }
    for index in files.indices where !files[index].info.isDecodable {
      guard let problem = FolderIndex.text(&reader) else { return nil }
      files[index].problem = problem
    }
    return reader.offset == bytes.count - 8 ? files : nil
  }

  private static func isPossible(_ info: AssetInfo) -> Bool {
    // A JPEG has at least a bit for a block of 8 x 8 pixels, HEIC for a block of 64 x 64.
    info.width > 0 && info.height > 0 && info.size.pixelCount <= JPEGLimits.pixelsMax
      && info.size.pixelCount <= Int64(info.encodedBytes) * 8 * 64 * 64
      && info.thumbnailSize.pixelCount <= AssetProbe.thumbnailPixelsMax
      && (info.thumbnailSize.width > 0) == (info.thumbnailSize.height > 0)
  }
}
