/// The index of a folder of JPEGs: read once, stored in the cache directory, read again when a file has changed.
struct FolderIndex: Equatable, Sendable {
  var files: ContiguousArray<FolderFile>
  var leftOut: [LeftOutFile]

  /// The most bytes of a JPEG, which are allocated while it is read.
  static let fileBytesMax: Int64 = 256 << 20

  /// Returns the file of an asset; the first follows again after the last.
  func file(of asset: Int) -> FolderFile { files[asset % files.count] }

  /// The number of files that do not begin as a JPEG does.
  var skippedCount: Int { leftOut.count { $0.reason != .unreadable && $0.reason != .tooLarge } }
  /// The number of files and directories that could not be read, and of JPEGs of more than `fileBytesMax`.
  var unreadableCount: Int { leftOut.count - skippedCount }
}

extension FolderIndex {
  /// Looks at every file below `root`, and finds whether it decodes by decoding it at the smallest scale.
  ///
  /// - Throws: An error if the system cannot read a file that it permits us to read: it would be left out for ever.
  init(
    _ walk: FolderWalk, root: String, _ decoder: ImageDecoder, progress: (@Sendable (Double) -> Void)?
  ) throws {
    let found = walk.files
    let entries = ParallelLoop.map(found.count, progress: progress) { index in
      Result { () throws(FileError) in try FolderIndex.look(at: found[index], root: root, decoder) }
    }
    var files = ContiguousArray<FolderFile>()
    var others = walk.unreadable.map { LeftOutFile(name: $0.name, reason: .unreadable, state: $0.state) }
    for (found, entry) in zip(found, entries) {
      switch entry {
      case .success(.photo(let photo)): files.append(photo)
      case .success(.other(let reason)):
        others.append(LeftOutFile(name: found.name, reason: reason, state: found.state))
      case .failure(let error):
        guard error.isRefusal else { throw error }
        others.append(LeftOutFile(name: found.name, reason: .unreadable, state: found.state))
      }
    }
    self.init(files: files, leftOut: others.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  private enum Entry {
    case photo(FolderFile)
    case other(LeftOutFile.Reason)
  }

  private static func look(
    at found: FolderWalk.Found, root: String, _ decoder: ImageDecoder
  ) throws(FileError) -> Entry {
    guard found.state.byteCount >= 2 else { return .other(.notJPEG) }
    let file = try OpenFile.reading(root + "/" + found.name)
    let headCount = min(LeftOutFile.headBytes, Int(found.state.byteCount))
    guard let head = try file.bytes(at: 0, count: headCount) else { return .other(.unreadable) }
    if !head.starts(with: [0xFF, 0xD8]) {
      let reason = LeftOutFile.reason(head: head)
      guard reason == .heic && decoder == .imageio else { return .other(reason) }
    }
    guard found.state.byteCount <= fileBytesMax else { return .other(.tooLarge) }
    guard let bytes = try file.bytes(at: 0, count: Int(found.state.byteCount)) else { return .other(.unreadable) }
    let (info, problem) = unsafe bytes.withUnsafeBytes { unsafe AssetProbe.info(of: $0, decoder) }
    let words = problem.map { String(decoding: $0.description.utf8.prefix(200), as: UTF8.self) }
    return .photo(FolderFile(name: found.name, modifiedNs: found.state.modifiedNs, info: info, problem: words))
  }
}

struct FolderFile: Equatable, Sendable {
  var name: String
  var modifiedNs: Int64
  var info: AssetInfo
  var problem: String?

  /// The state that the file must still have when it is read.
  var state: FileState { FileState(byteCount: Int64(info.encodedBytes), modifiedNs: modifiedNs) }
}

/// A file below a user's folder that is not a photo of the library, with the reason.
public struct LeftOutFile: Equatable, Sendable {
  public enum Reason: UInt8, Sendable {
    /// It does not begin as a JPEG does.
    case notJPEG
    /// A photo of an iPhone, in a format that libjpeg-turbo does not read.
    case heic
    /// It, or the directory of that name, could not be read.
    case unreadable
    /// A JPEG of more than `FolderIndex.fileBytesMax` bytes.
    case tooLarge
  }

  /// The path below the folder.
  public let name: String
  public let reason: Reason
  /// The state when it was looked at; zeros if it could not be.
  let state: FileState

  /// The reason in a few words.
  public var words: String {
    switch reason {
    case .notJPEG: "no JPEG"
    case .heic: "HEIC, not JPEG"
    case .unreadable: "cannot be read"
    case .tooLarge: "larger than 256 MiB"
    }
  }

  /// The brands of HEIC and HEIF files (ISO/IEC 23008-12) and of AVIF, which looks the same to a camera roll.
  private static let brands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1", "avif", "avis",
  ]

  static let headBytes = 12

  static func reason(head: [UInt8]) -> Reason {
    guard head.count >= headBytes, head[4..<8].elementsEqual("ftyp".utf8),
      brands.contains(String(decoding: head[8..<12], as: UTF8.self))
    else { return .notJPEG }
    return .heic
  }

  static let heicCure =
    "make JPEGs of them, on a Mac with sips -s format jpeg --out DIR *.HEIC, on Linux with heif-convert; on a Mac "
    + "--decoder imageio reads them as they are"
}
