import LabSystem

extension PhotoLibrary {
  /// Writes assets as files into a directory, each whole or not at all; files of the same name are replaced.
  ///
  /// - Parameter progress: Called with the share that is done.
  /// - Returns: The paths, in the order of `assets`.
  /// - Throws: `LibraryError`.
  @discardableResult
  public func extract(
    _ assets: some Collection<Int>, to directory: String, progress: ((Double) -> Void)? = nil
  ) throws(LibraryError) -> [String] {
    try LibraryError.files { () throws(FileError) in try Paths.makeDirectory(directory) }
    let names = Set(assets.lazy.map { self.fileName(of: $0) })
    AbandonedFiles.remove(in: directory) { names.contains($0) }
    var reader = try makeReader()
    var paths: [String] = []
    for asset in assets {
      let jpeg = try unsafe reader.read(asset)
      let path = directory + "/" + fileName(of: asset)
      try LibraryError.files { () throws(FileError) in
        let file = try AtomicFile(path, durable: false)
        try unsafe file.write(jpeg)
        try file.commit()
      }
      paths.append(path)
      progress?(Double(paths.count) / Double(assets.count))
    }
    return paths
  }
}
