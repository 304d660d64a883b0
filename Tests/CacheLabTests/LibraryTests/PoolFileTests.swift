import Strategies
import Synchronization
import Testing

@testable import CacheLab
@testable import LabLibrary
@testable import LabSystem

@Suite struct PoolFileTests {
  private let directory = TemporaryDirectory()
  private let configuration = LibraryConfiguration(assetCount: 40, profile: .tiny)
  private let whole: [UInt8]

  init() throws {
    let source = TestLibrary.shared.path
    #expect(Shell.run("cp '\(source)' '\(directory.path)/tiny-1.pool'") == 0)
    whole = try directory.read("tiny-1.pool")
  }

  private func open() throws -> PhotoLibrary { try PhotoLibrary.open(configuration, in: directory.path) }

  @Test func poolIsUsedAgain() throws {
    let made = Mutex(false)
    let library = try PhotoLibrary.open(configuration, in: directory.path) { _ in made.withLock { $0 = true }
    }
    #expect(!made.withLock { $0 })
    #expect(library.path == directory.path + "/tiny-1.pool")
  }

  @Test func makingReportsProgressUpToTheEnd() throws {
    let shares = Mutex<[Double]>([])
    let other = LibraryConfiguration(seed: 2, assetCount: 40, profile: .tiny)
    let library = try PhotoLibrary.open(other, in: directory.path) { share in
      shares.withLock { $0.append(share) }
    }
    #expect(shares.withLock { $0.last } == 1 && shares.withLock { $0 == $0.sorted() })
    let first = TestLibrary.shared.index.fingerprint
    #expect(library.index.fingerprint != first, "another seed gives other photos")
  }

  /// Places in the file: the version, the seed, the checksum, the tables, an offset.
  @Test(arguments: [8, 17, 33, 60, 3_000])
  func poolWithADamagedHeaderIsMadeAnew(place: Int) throws {
    var damaged = whole
    damaged[place] ^= 0x40
    try directory.write(damaged, to: "tiny-1.pool")
    _ = try open()
    #expect(try directory.read("tiny-1.pool") == whole)
  }

  /// Heads whose checksums are right, and whose places are not.
  @Test func placesThatNoPoolHasAreNotBelieved() throws {
    let geometry = PoolGeometry(.tiny)
    let path = directory.path + "/tiny-1.pool"
    let header = try #require(try PoolFile.existing(seed: 1, geometry: geometry, at: path)).header
    func isBelieved(_ change: (inout PoolHeader) -> Void) throws -> Bool {
      var changed = header
      change(&changed)
      let head = changed.encoded()
      try directory.write(head + whole.dropFirst(head.count), to: "tiny-1.pool")
      return try PoolFile.existing(seed: 1, geometry: geometry, at: path) != nil
    }
    #expect(try isBelieved { _ in } && !isBelieved { $0.canvases[0].segmentOffsets[3] = 0 })
    #expect(try !isBelieved { $0.canvases[7].unitOffsets[1] = .max })
    #expect(try !isBelieved { $0.canvases[2].unitOffsets[0] += 1 })
    for start in [UInt64(1) << 63, 0, header.canvases[3].start + 1] {
      var head = Array(whole.prefix(Int(header.canvases[0].start)))
      let place = try #require(head.firstRange(of: bytes(of: header.canvases[3].start)))
      head.replaceSubrange(place, with: bytes(of: start))
      head.replaceSubrange(32..<40, with: bytes(of: 0))
      head.replaceSubrange(32..<40, with: bytes(of: XXHash64.hash(head)))
      try directory.write(head + whole.dropFirst(head.count), to: "tiny-1.pool")
      #expect(try PoolFile.existing(seed: 1, geometry: geometry, at: path) == nil)
    }
  }

  private func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  @Test func aFlippedBitIsFoundBeforeAPhotoIsRead() throws {
    var changed = whole
    changed[whole.count - 1_000] ^= 1
    try directory.write(changed, to: "tiny-1.pool")
    let library = try open()
    #expect(throws: LibraryError.damagedPool(path: library.path, reason: "canvas 7 has another checksum")) {
      _ = try library.makeReader()
    }
  }

  @Test func cutAndEmptyPoolsAreMadeAnew() throws {
    for count in [0, 5, 39, 40, 2_000, whole.count - 1] {
      try directory.write(Array(whole.prefix(count)), to: "tiny-1.pool")
      _ = try open()
      #expect(try directory.read("tiny-1.pool") == whole, "cut after \(count) bytes")
    }
  }

  @Test func foreignFileIsLeftAlone() throws {
    for text in ["my own notes, longer than the head of a pool would be, and dear to me", "short"] {
      try directory.write(Array(text.utf8), to: "tiny-1.pool")
      #expect(throws: LibraryError.foreignPool(path: directory.path + "/tiny-1.pool")) { try open() }
      #expect(try directory.read("tiny-1.pool") == Array(text.utf8))
    }
  }

  @Test func whatADeadMakerLeftGoesWithTheNextUse() throws {
    for name in [".tiny-1.pool.99999.partial", ".other.pool.99999-2.partial"] {
      try directory.write([1, 2, 3], to: name)
      // Left behind beside a whole pool, too: a second maker may have been quicker.
      _ = try open()
      #expect(directory.names == ["tiny-1.pool"])
    }
  }

  @Test func livingMakersFileIsLeftAlone() throws {
    let living = try AtomicFile(directory.path + "/pool")
    try living.write([1])
    AbandonedFiles.remove(in: directory.path)
    #expect(directory.names == [".pool.\(ThisProcess.id).partial", "tiny-1.pool"])
    let other = try AtomicFile(directory.path + "/pool")
    try other.write([2])
    try other.commit()
    #expect(try directory.read("pool") == [2])
    try living.commit()
    #expect(try directory.read("pool") == [1] && directory.names == ["pool", "tiny-1.pool"])
  }

  @Test func onlyHalfWrittenFilesOfOursAreRemoved() throws {
    let foreign = [
      ".partial", ".a.partial", ".a.b.partial", "a.1.partial", ".a.1-2-3.partial", ".a.1.part", "..1.partial",
    ]
    for name in foreign { try directory.write([1], to: name) }
    try directory.write([1], to: ".mine.1.partial")
    #expect(Shell.run("mkdir '\(directory.path)/.folder.1.partial'; mkfifo '\(directory.path)/.pipe.1.partial'") == 0)
    AbandonedFiles.remove(in: directory.path)
    #expect(Set(directory.names) == Set(foreign + [".folder.1.partial", ".pipe.1.partial", "tiny-1.pool"]))
  }

  @Test func makersAtOnceDoNoHarm() throws {
    try directory.write([], to: "tiny-1.pool")
    let prints = Mutex<[String]>([])
    let (directory, configuration) = (directory, configuration)
    ParallelLoop.run(3, threads: 3) { _ in
      let library = try? PhotoLibrary.open(configuration, in: directory.path)
      prints.withLock { $0.append(library?.index.fingerprint ?? "none") }
    }
    #expect(Set(prints.withLock { $0 }).count == 1)
    #expect(prints.withLock { !$0.contains("none") })
    #expect(try directory.read("tiny-1.pool") == whole && directory.names == ["tiny-1.pool"])
  }
}
