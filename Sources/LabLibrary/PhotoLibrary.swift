/// A library of photos: made from a seed, or a folder of the user's own.
///
/// A made library is not kept as files. A pool holds a few large pictures as pieces of JPEG data; a recipe of
/// 8 bytes says which pieces make a photo, and `AssetReader` puts its file together in microseconds.
public final class PhotoLibrary: Sendable {
  /// All that a replay reads.
  public let index: LibraryIndex
  /// The name of the library in tables: `default`, `small`, `full`, or the folder's path.
  public let name: String
  /// The decoder of its photos.
  public let decoder: ImageDecoder
  let content: Content

  enum Content: Sendable {
    case pool(PoolFile, ContiguousArray<AssetRecipe>)
    /// A folder's index, cut to the photos that are used.
    case folder(FolderIndex)
  }

  private init(index: LibraryIndex, name: String, decoder: ImageDecoder, content: Content) {
    self.index = index
    self.name = name
    self.decoder = decoder
    self.content = content
  }

  /// The place of its bytes: the pool's file, or the folder.
  public var path: String { if case .pool(let pool, _) = content { pool.path } else { name } }

  var folder: FolderIndex? { if case .folder(let folder) = content { folder } else { nil } }

  /// True if it is a folder of the user's own files.
  public var isFolder: Bool { folder != nil }

  /// Opens the library of a configuration, and makes its pool first if it is missing.
  ///
  /// Two processes may make the same pool at once: both write the same bytes.
  ///
  /// - Parameters:
  ///   - cacheDirectory: The place of pools; created if it is missing.
  ///   - progress: Called while a pool is made with the share that is done, from any thread, never by two at once.
  public static func open(
    _ configuration: LibraryConfiguration = LibraryConfiguration(), in cacheDirectory: String,
    decoder: ImageDecoder = .turbojpeg,
    progress: (@Sendable (Double) -> Void)? = nil
  ) throws -> PhotoLibrary {
    let limit = LibraryConfiguration.maxAssetCount
    guard configuration.assetCount >= 1 && configuration.assetCount <= limit else {
      throw LibraryError("a library has 1 to \(limit) assets, not \(configuration.assetCount)")
    }
    try Paths.makeDirectory(cacheDirectory)
    AbandonedFiles.remove(in: cacheDirectory)
    let pool = try PoolFile.open(
      seed: configuration.seed, geometry: PoolGeometry(configuration.profile),
      at: "\(cacheDirectory)/\(configuration.profile.rawValue)-\(configuration.seed).pool", progress: progress)
    var dealer = RecipeDealer(pool.header)
    let (recipes, assets) = dealer.deal(configuration.assetCount)
    var (header, writer) = (pool.header, ByteWriter())
    writer.append(header.encoded())
    for recipe in recipes { writer.little64(recipe.word) }
    let fingerprint = XXHash64.text(writer.bytes) + XXHash64.text(writer.bytes, seed: 1)
    return PhotoLibrary(
      index: LibraryIndex(assets: assets, fingerprint: fingerprint),
      name: configuration.profile.rawValue, decoder: decoder, content: .pool(pool, recipes))
  }

  /// Opens a folder of photos, which are JPEGs unless the decoder knows more, with those in its subfolders, in the
  /// order of their names' bytes.
  ///
  /// The first time every file is decoded once, at the smallest scale, to find whether it can be. What is found is stored
  /// in the cache directory; a file is looked at again when its size or time of change differs.
  ///
  /// - Parameters:
  ///   - assetCount: The photos in the library: the first in that order, or, if there are fewer, all again and again,
  ///     each time as an asset of its own. Nil takes all once.
  ///   - fill: If `assetCount` is nil, the number to which fewer photos are repeated.
  /// - Throws: `LibraryError`, also for a folder without a JPEG.
  public static func openFolder(
    _ path: String, assetCount: Int? = nil, fill: Int = 0, decoder: ImageDecoder = .turbojpeg, cacheDirectory: String,
    progress: (@Sendable (Double) -> Void)? = nil
  ) throws -> PhotoLibrary {
    guard (1...LibraryConfiguration.maxAssetCount).contains(assetCount ?? 1) else {
      throw LibraryError(
        "\(assetCount ?? 0) photos of \(path); ask for 1 to \(LibraryConfiguration.maxAssetCount), or for all")
    }
    let root = try Paths.absolute(path)
    let walk = try FolderWalk(root)
    try Paths.makeDirectory(cacheDirectory)
    AbandonedFiles.remove(in: cacheDirectory)
    var folder = try FolderIndex.open(walk, root: root, decoder, in: cacheDirectory, progress: progress)
    if let assetCount { folder.files = ContiguousArray(folder.files.prefix(assetCount)) }
    guard !folder.files.isEmpty else {
      let heicCount = folder.leftOut.count { $0.reason == .heic }
      let cure =
        heicCount == 0
        ? ""
        : ", but \(NumberText.count(heicCount, "HEIC file")), which the lab cannot decode: " + LeftOutFile.heicCure
      throw LibraryError("\(root) holds no JPEG\(cure)")
    }
    let count = assetCount ?? max(folder.files.count, fill)
    let index = LibraryIndex(
      assets: ContiguousArray((0..<count).map { folder.file(of: $0).info }),
      fingerprint: folder.fingerprint(repeatedTo: count))
    return PhotoLibrary(index: index, name: root, decoder: decoder, content: .folder(folder))
  }

  /// True if `ImageDecoder.imageio` decodes on this system.
  public static var hasImageIO: Bool { ImageIOPicture.isThere }

  /// Returns the default place of caches: $XDG_CACHE_HOME/cachelab, else ~/.cache/cachelab.
  public static func defaultCacheDirectory() throws(FileError) -> String {
    if let cache = ThisProcess.variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/cachelab" }
    if let home = ThisProcess.variable("HOME"), home.hasPrefix("/") { return home + "/.cache/cachelab" }
    throw .noCacheDirectory
  }

  /// Creates a reader; each thread needs one of its own.
  public func makeReader() throws -> AssetReader {
    if case .pool(let pool, _) = content { try pool.verifyOnce() }
    return AssetReader(self)
  }

  /// Returns the facts that a photo catalog knows of an asset besides its bytes.
  public func traits(of asset: Int) -> AssetTraits {
    if case .pool(let pool, _) = content { return AssetTraits(seed: pool.header.seed, index: asset) }
    return AssetTraits(seed: 1, index: asset)
  }
}

/// All that a replay reads of a library: never the files themselves, so that real decoding cannot feed back into
/// virtual time.
public struct LibraryIndex: Sendable {
  /// The assets by number.
  public let assets: ContiguousArray<AssetInfo>
  /// The fingerprint, 32 hexadecimal digits over the bytes of the pool and of the recipes, or over the files of a
  /// folder: two libraries of one fingerprint hold the same photos.
  public let fingerprint: String

  public var count: Int { assets.count }

  /// The mean megapixels of a photo.
  public var megapixels: Double {
    let pixels = assets.reduce(0) { $0 + Double($1.size.width) * Double($1.size.height) }
    return pixels / Double(max(assets.count, 1)) / 1e6
  }

  public subscript(asset: Int) -> AssetInfo { assets[asset] }
}

/// A failure to make, open or read a photo library. It names the file and, if there is one, the cure.
public struct LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.visible }

  static func foreignPool(path: String) -> LibraryError {
    LibraryError("\(path) is not a CacheLab pool; move it away, or choose another cache directory")
  }

  static func damagedPool(path: String, reason: String) -> LibraryError {
    LibraryError("\(path) is damaged (\(reason)); delete it, it is made anew at the next use")
  }

  static func changedFile(path: String) -> LibraryError {
    LibraryError("\(path) is not the file that was indexed; open the folder again")
  }
}
