/// The index of a folder of JPEGs. What was found of photos is stored in the cache directory.
struct FolderIndex: Sendable {
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
  /// - Parameter kept: Photos of an earlier look, in the order of the walk, which are taken as they are if unchanged.
  /// - Throws: An error if the system cannot read a file that it permits us to read: the library would lack a photo.
  init(
    _ walk: FolderWalk, root: String, _ decoder: ImageDecoder, kept: ContiguousArray<FolderFile> = [],
    progress: (@Sendable (Double) -> Void)?
  ) throws {
    let found = walk.files
    var rest = kept[...]
    let known = found.map { found in
      rest = rest.drop { $0.name.utf8.lexicographicallyPrecedes(found.name.utf8) }
      return rest.first.flatMap { $0.hasName(found.name) && $0.state == found.state ? $0 : nil }
    }
    let unknown = known.indices.filter { known[$0] == nil }
    let looks = ParallelLoop.map(unknown.count, progress: progress) { index in
      Result { () throws(FileError) in try FolderIndex.look(at: found[unknown[index]], root: root, decoder) }
    }
    var files = ContiguousArray(known)
    var others = walk.unreadable.map { LeftOutFile(name: $0, reason: .unreadable) }
    for (index, look) in zip(unknown, looks) {
      switch look {
      case .success(.photo(let photo)): files[index] = photo
      case .success(.other(let reason)): others.append(LeftOutFile(name: found[index].name, reason: reason))
      case .failure(let error):
        guard error.isRefusal else { throw error }
        others.append(LeftOutFile(name: found[index].name, reason: .unreadable))
      }
    }
    self.init(
      files: ContiguousArray(files.compactMap { $0 }),
      leftOut: others.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
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

  /// Returns true for a name of the same bytes: texts are equal however an accent is written, names of files are not.
  func hasName(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
}

/// A file below a user's folder that is not a photo of the library, with the reason.
public struct LeftOutFile: Sendable {
  /// The reason in a few words.
  public enum Reason: String, Sendable {
    case notJPEG = "no JPEG"
    /// A photo of an iPhone, in a format that libjpeg-turbo does not read.
    case heic = "HEIC, not JPEG"
    /// It, or the directory of that name.
    case unreadable = "cannot be read"
    case tooLarge = "larger than 256 MiB"
  }

  /// The path below the folder.
  public let name: String
  public let reason: Reason

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
