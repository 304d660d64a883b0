import LabSystem

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
