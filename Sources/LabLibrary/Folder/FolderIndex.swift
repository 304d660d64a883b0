import LabSystem
import StrategyKit
import Synchronization

/// The index of a folder of JPEGs: read once, kept in the cache directory, read again when a file changed.
struct FolderIndex: Equatable, Sendable {
  var files: ContiguousArray<FolderFile>
  /// Files that do not begin as a JPEG does.
  var skippedCount: Int
  /// Files and directories that could not be read, and JPEGs of more than `fileBytesMax`.
  var unreadableCount: Int

  /// Bytes of a JPEG at most: as many are taken while it is read.
  static let fileBytesMax: Int64 = 256 << 20

  /// Looks at every file below `root`; whether it decodes is found out by decoding it, at the smallest scale.
  init(_ walk: FolderWalk, root: String, progress: (@Sendable (Double) -> Void)?) {
    let found = walk.files
    let entries = Mutex<[Entry?]>(Array(repeating: nil, count: found.count))
    let done = Mutex<Int>(0)
    ParallelLoop.run(found.count) { index in
      let entry = FolderIndex.look(at: found[index], root: root)
      entries.withLock { $0[index] = entry }
      done.withLock { done in
        done += 1
        progress?(Double(done) / Double(found.count))
      }
    }
    files = []
    skippedCount = 0
    unreadableCount = walk.unreadableCount
    for entry in entries.withLock({ $0 }) {
      switch entry {
      case .jpeg(let file): files.append(file)
      case .other: skippedCount += 1
      case .unreadable, nil: unreadableCount += 1
      }
    }
  }

  init(files: ContiguousArray<FolderFile>, skippedCount: Int, unreadableCount: Int) {
    self.files = files
    self.skippedCount = skippedCount
    self.unreadableCount = unreadableCount
  }

  /// The same with its first photos alone; all of them for nil, and where there are no more.
  func first(_ count: Int?) -> FolderIndex {
    guard let count, count < files.count else { return self }
    var index = self
    index.files = ContiguousArray(files.prefix(count))
    return index
  }

  private enum Entry: Sendable {
    case jpeg(FolderFile)
    case other
    case unreadable
  }

  private static func look(at found: FolderWalk.Found, root: String) -> Entry {
    guard found.state.byteCount >= 2 else { return .other }
    guard let file = try? OpenFile.reading(root + "/" + found.name) else { return .unreadable }
    guard let head = try? file.bytes(at: 0, count: 2) else { return .unreadable }
    guard head == [0xFF, 0xD8] else { return .other }
    guard found.state.byteCount <= fileBytesMax, let bytes = try? file.bytes(at: 0, count: Int(found.state.byteCount))
    else { return .unreadable }
    let info = unsafe bytes.withUnsafeBytes { unsafe AssetProbe.info(of: $0) }
    return .jpeg(FolderFile(name: found.name, modifiedNs: found.state.modifiedNs, info: info))
  }
}
