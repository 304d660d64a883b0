import CacheLab
import LabSystem
import StrategyKit

/// The index of a folder of JPEGs: read once, kept in the cache directory, read again when a file changed.
struct FolderIndex: Equatable, Sendable {
  var files: ContiguousArray<FolderFile>
  /// All else, by name.
  var leftOut: [LeftOutFile]

  /// Bytes of a JPEG at most: as many are taken while it is read.
  static let fileBytesMax: Int64 = 256 << 20

  /// Files that are no photos and what the walk could not look at, by name.
  static func joined(_ others: [LeftOutFile], _ walk: FolderWalk) -> [LeftOutFile] {
    let unreadable = walk.unreadable.map {
      LeftOutFile(name: $0, reason: .unreadable, state: LeftOutFile.noState)
    }
    return (others + unreadable).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The file of an asset; the first stands again behind the last, and so on.
  func file(of asset: Int) -> FolderFile { files[asset % files.count] }

  /// Files that do not begin as a JPEG does.
  var skippedCount: Int { leftOut.count { $0.reason != .unreadable && $0.reason != .tooLarge } }
  /// Files and directories that could not be read, and JPEGs of more than `fileBytesMax`.
  var unreadableCount: Int { leftOut.count - skippedCount }

  /// The same with its first photos alone; all of them for nil, and where there are no more.
  func first(_ count: Int?) -> FolderIndex {
    guard let count, count < files.count else { return self }
    var index = self
    index.files = ContiguousArray(files.prefix(count))
    return index
  }
}

extension FolderIndex {
  /// Looks at every file below `root`; whether it decodes is found out by decoding it, at the smallest scale.
  ///
  /// - Throws: Where the system cannot read one that it lets us read: that would be left out for ever.
  init(
    _ walk: FolderWalk, root: String, _ decoder: ImageDecoder, progress: (@Sendable (Double) -> Void)?
  ) throws(LibraryError) {
    let found = walk.files
    let entries = ParallelLoop.map(found.count, progress: progress) { index in
      Result { () throws(FileError) in try FolderIndex.look(at: found[index], root: root, decoder) }
    }
    var files = ContiguousArray<FolderFile>()
    var others: [LeftOutFile] = []
    for (found, entry) in zip(found, entries) {
      switch entry {
      case .success(.photo(let photo)): files.append(photo)
      case .success(.other(let reason)):
        others.append(LeftOutFile(name: found.name, reason: reason, state: found.state))
      case .failure(let error):
        guard error.isRefusal else { throw LibraryError(error) }
        others.append(LeftOutFile(name: found.name, reason: .unreadable, state: found.state))
      }
    }
    self.init(files: files, leftOut: FolderIndex.joined(others, walk))
  }

  /// What a file is.
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
    let words = problem.map { String(decoding: $0.description.utf8.prefix(FolderFile.problemBytesMax), as: UTF8.self) }
    return .photo(FolderFile(name: found.name, modifiedNs: found.state.modifiedNs, info: info, problem: words))
  }
}

/// A JPEG of a user's folder, as it was when it was indexed.
struct FolderFile: Equatable, Sendable {
  /// Path below the folder.
  var name: String
  /// Time of the last change, nanoseconds since 1970.
  var modifiedNs: Int64
  var info: AssetInfo
  /// Why it gives no image, in a few words; nil for one that does.
  var problem: String?

  /// Bytes of these words at most.
  static let problemBytesMax = 200

  /// What the file must still be when it is read.
  var state: FileState { FileState(byteCount: Int64(info.encodedBytes), modifiedNs: modifiedNs) }
}

/// A file below a user's folder that is no photo of the library, and why.
public struct LeftOutFile: Equatable, Sendable {
  public enum Reason: UInt8, Sendable {
    /// Begins otherwise than a JPEG does.
    case notJPEG
    /// A photo as iPhones take it, of a format that libjpeg-turbo does not read.
    case heic
    /// It, or the directory of that name, could not be read.
    case unreadable
    /// A JPEG of more than `FolderIndex.fileBytesMax` bytes.
    case tooLarge
  }

  /// Path below the folder.
  public let name: String
  public let reason: Reason
  /// As it was when it was looked at; zeros for what could not be looked at.
  let state: FileState

  static let noState = FileState(byteCount: 0, modifiedNs: 0)

  /// In a few words.
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

  /// Bytes from a file's beginning that `reason(head:)` looks at.
  static let headBytes = 12

  /// Why a file that begins so is no JPEG.
  static func reason(head: [UInt8]) -> Reason {
    guard head.count >= headBytes, head[4..<8].elementsEqual("ftyp".utf8),
      brands.contains(String(decoding: head[8..<12], as: UTF8.self))
    else { return .notJPEG }
    return .heic
  }

  /// What to do about HEIC files.
  static let heicCure =
    "make JPEGs of them, on a Mac with sips -s format jpeg --out DIR *.HEIC, on Linux with heif-convert; on a Mac "
    + "--decoder imageio reads them as they are"
}
