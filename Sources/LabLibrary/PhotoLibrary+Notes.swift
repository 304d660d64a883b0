extension PhotoLibrary {
  /// The number of a folder's photos that are used; nil for a made library.
  public var fileCount: Int? { folder?.files.count }

  /// Returns the path of an asset's file below its folder, or nil for a made library.
  public func folderFile(of asset: Int) -> String? { folder?.file(of: asset).name.visible }

  /// The files of the folder that are not photos of the library, by name.
  public var leftOut: [LeftOutFile] { folder?.leftOut ?? [] }

  /// The files in the library that do not decode, by name, with the reason.
  public var undecodable: [(file: String, reason: String)] {
    (folder?.files ?? []).filter { !$0.info.isDecodable }.map { ($0.name.visible, ($0.problem ?? "damaged").visible) }
  }

  /// The problems of the folder's files, a line a file: those that do not decode, then those that were left out.
  public var problemText: String {
    undecodable.map { "\($0.file): does not decode, \($0.reason)\n" }.joined()
      + leftOut.map { "\($0.name.visible): left out, \($0.reason.rawValue)\n" }.joined()
  }

  /// The notes on a folder for readers of a run's numbers, with the first files by name.
  public var notes: [String] {
    guard let fileCount else { return [] }
    var notes: [String] = []
    if fileCount < index.count {
      let all = NumberText.grouped(Int64(index.count))
      notes.append(
        "\(NumberText.count(fileCount, "photo")) of the folder, repeated to \(all): each time a photo of its own to the "
          + "strategy (--assets \(fileCount) shows each once)")
    }
    let broken = undecodable.map { "\($0.file) (\($0.reason))" }
    if !broken.isEmpty {
      notes.append("\(NumberText.count(broken.count, "photo")) cannot be decoded, cells stay blank: \(few(broken))")
    }
    for reason in [LeftOutFile.Reason.heic, .notJPEG, .unreadable, .tooLarge] {
      let files = leftOut.filter { $0.reason == reason }
      if files.isEmpty { continue }
      let (names, cure) = (few(files.map(\.name.visible)), reason == .heic ? "; \(LeftOutFile.heicCure)" : "")
      notes.append("\(NumberText.count(files.count, "file")) left out, \(reason.rawValue): \(names)\(cure)")
    }
    return notes
  }

  func few(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  private var decoded: [AssetInfo] { index.assets.filter(\.isDecodable) }

  /// The sizes of assets that decode and how many have each, most frequent first.
  var sizes: [(size: PixelSize, count: Int)] {
    var counts: [PixelSize: Int] = [:]
    for asset in decoded { counts[asset.size, default: 0] += 1 }
    // Sorted, for the order of a dictionary changes from run to run.
    return counts.map { (size: $0.key, count: $0.value) }.ordered { left, right in
      (right.count, left.size.width, left.size.height) < (left.count, right.size.width, right.size.height)
    }
  }

  /// The bits a pixel of the smallest, of all together, and of the largest file that decodes, in thousandths.
  var milliBitsPerPixel: (least: Int64, mean: Int64, most: Int64)? {
    let decoded = decoded
    let bits = decoded.map { Int64($0.encodedBytes) * 8_000 / $0.size.pixelCount }
    guard let least = bits.min(), let most = bits.max() else { return nil }
    let bytes = decoded.reduce(0) { $0 + Int64($1.encodedBytes) }
    return (least, bytes * 8_000 / decoded.reduce(0) { $0 + $1.size.pixelCount }, most)
  }

  /// The text of `library info`.
  public var summary: String {
    func bits(_ thousandths: Int64) -> String { NumberText.fixed(Double(thousandths) / 1000, decimals: 2) }
    let encodedBytes = index.assets.reduce(0) { $0 + Int64($1.encodedBytes) }
    var storedBytes = encodedBytes
    if case .pool(let pool, _) = content { storedBytes = Int64(pool.header.fileByteCount) }
    var lines = [
      "\(name): \(NumberText.count(index.count, "photo")), \(NumberText.megabytes(Double(encodedBytes))) MB as files, "
        + "\(NumberText.megabytes(Double(storedBytes))) MB on disk"
    ]
    if let range = milliBitsPerPixel {
      lines.append("bits a pixel: \(bits(range.least)) to \(bits(range.most)), mean \(bits(range.mean))")
    }
    let sizes = sizes
    for (size, count) in sizes.prefix(12) {
      let share = NumberText.percent(Double(count) / Double(max(index.count, 1)))
      lines.append("  \(size)  \(NumberText.grouped(Int64(count)))  \(share)")
    }
    if sizes.count > 12 { lines.append("  and \(sizes.count - 12) other sizes") }
    let undecodableCount = index.assets.count { !$0.isDecodable }
    if undecodableCount > 0 {
      let undecodable = undecodable
      lines.append("\(undecodableCount) do not decode")
      lines += undecodable.prefix(12).map { "  \($0.file): \($0.reason)" }
      if undecodable.count > 12 {
        lines.append("  and \(undecodable.count - 12) other files: '\(ToolName.current) library list' has all")
      }
    }
    if let folder, folder.skippedCount > 0 { lines.append("\(folder.skippedCount) other files were left out") }
    if let folder, folder.unreadableCount > 0 {
      let names = folder.leftOut.filter { $0.reason == .unreadable || $0.reason == .tooLarge }.map(\.name.visible)
      lines.append("\(folder.unreadableCount) could not be read or are too large: \(few(names))")
    }
    return (lines + ["fingerprint \(index.fingerprint)", "kept at \(path)"]).joined(separator: "\n") + "\n"
  }
}
