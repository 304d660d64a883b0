extension PhotoLibrary {
  /// The columns of `listing(of:)`.
  public var listingColumns: [String] {
    [
      "item", "width", "height", "encoded_bytes", "thumbnail_bytes", "decodes", "thumbnail_width", "thumbnail_height",
    ] + (isFolder ? ["file"] : [])
  }

  /// Returns the row of `library list` for an asset, one text a column.
  public func listing(of asset: Int) -> [String] {
    let info = index[asset]
    return [
      "\(asset)", "\(info.width)", "\(info.height)", "\(info.encodedBytes)", "\(info.thumbnailBytes)",
      info.isDecodable ? "yes" : "no", "\(info.thumbnailSize.width)", "\(info.thumbnailSize.height)",
    ] + [folderFile(of: asset)].compactMap { $0 }
  }

  /// Returns the name of an asset's file when it is written: `asset-000042.jpg`, or its name in the folder with slashes
  /// replaced, after the number if the photo is repeated.
  public func fileName(of asset: Int) -> String {
    if let folder {
      let name = String(folder.file(of: asset).name.map { $0 == "/" ? "_" : $0 })
      return asset < folder.files.count ? name : "\(asset)-\(name)"
    }
    return "asset-\(NumberText.padded(asset, digits: 6)).jpg"
  }

  /// Writes assets as files into a directory, each whole or not at all; files of the same name are replaced.
  ///
  /// - Returns: The paths, in the order of `assets`.
  @discardableResult
  public func extract(
    _ assets: some Collection<Int>, to directory: String, progress: ((Double) -> Void)? = nil
  ) throws -> [String] {
    try Paths.makeDirectory(directory)
    let names = Set(assets.lazy.map { self.fileName(of: $0) })
    AbandonedFiles.remove(in: directory) { names.contains($0) }
    var reader = try makeReader()
    var paths: [String] = []
    for asset in assets {
      let jpeg = try unsafe reader.read(asset)
      let path = directory + "/" + fileName(of: asset)
      let file = try AtomicFile(path, durable: false)
      try unsafe file.write(jpeg)
      try file.commit()
      paths.append(path)
      progress?(Double(paths.count) / Double(assets.count))
    }
    return paths
  }
}
