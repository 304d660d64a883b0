import CacheLab
import Strategies
import Testing

@testable import LabLibrary

@Suite struct FolderLibraryTests {
  private let directory = TemporaryDirectory()
  private let cache = TemporaryDirectory()
  private var folder: String { directory.path }

  init() throws {
    _ = Shell.run("mkdir '\(directory.path)/sub'")
    let files = try TestLibrary.bytes(of: 0..<3)
    try directory.write(files[0], to: "b.jpg")
    try directory.write(files[1], to: "sub/c.JPG")
    try directory.write(files[2], to: "a.jpeg")
  }

  private func open(_ assetCount: Int? = nil) throws -> PhotoLibrary {
    try PhotoLibrary.openFolder(folder, assetCount: assetCount, cacheDirectory: cache.path)
  }

  @Test func filesComeInTheOrderOfTheirNames() throws {
    let library = try open()
    #expect((0..<3).map { library.fileName(of: $0) } == ["a.jpeg", "b.jpg", "sub_c.JPG"])
    #expect(library.index[1] == TestLibrary.shared.index[0])
    let read = try TestLibrary.bytes(of: 0..<3, in: library)
    #expect(try read == TestLibrary.bytes(of: [2, 0, 1]))
  }

  @Test func soManyAsAreAskedForAreTheFirstOfTheWholeFolder() throws {
    let (all, two) = (try open(), try open(2))
    #expect(two.index.assets == ContiguousArray(all.index.assets.prefix(2)))
    #expect(two.index.fingerprint != all.index.fingerprint)
    #expect(try TestLibrary.bytes(of: 0..<2, in: two) == TestLibrary.bytes(of: [2, 0]))
    #expect(try open(3).index.fingerprint == all.index.fingerprint)
    #expect(try open().index.count == 3, "the index that is kept is that of all")
  }

  @Test func aThumbnailThatGivesNoImageCountsAsNone() throws {
    var file = try TestLibrary.bytes(of: [0])[0]
    let range = try unsafe file.withUnsafeBytes { unsafe try JPEGMarkers($0).thumbnail }
    let thumbnail = try #require(range)
    // What comes after its start of image is no marker any more.
    for offset in (thumbnail.lowerBound + 2)..<(thumbnail.lowerBound + 40) { file[offset] = 0 }
    try directory.write(file, to: "b.jpg")
    let library = try open()
    #expect(library.index[1].isDecodable && !library.index[1].hasThumbnail && library.index[1].thumbnailBytes == 0)
    #expect(library.index[0].thumbnailSize == TestLibrary.shared.index[2].thumbnailSize)
    #expect(library.index[0].hasThumbnail)
  }

  @Test func cutFileDecodesInPart() throws {
    let file = try TestLibrary.bytes(of: [0])[0]
    try directory.write(Array(file.dropLast(1_000)), to: "cut.jpg")
    let library = try open()
    #expect(try library.index.assets.allSatisfy { $0.isDecodable } && library.verify().partialCount == 1)
  }

  @Test func indexIsKeptUntilAFileChanges() throws {
    let first = try open()
    #expect(cache.names.count == 1)
    let kept = try cache.read(cache.names[0])
    #expect(try open().index.fingerprint == first.index.fingerprint)
    #expect(try cache.read(cache.names[0]) == kept)
    try directory.write(try TestLibrary.bytes(of: [9])[0], to: "new.jpg")
    let second = try open()
    #expect(second.index.count == 4 && second.index.fingerprint != first.index.fingerprint)
    _ = Shell.run("rm '\(folder)/new.jpg'")
    #expect(try open().index.count == 3)
  }

  /// A folder that was copied from a Mac writes an accent as a character of its own; times of change come with it.
  @Test func aPhotoWhoseNameIsOnlySpelledOtherwiseIsRead() throws {
    let names = ["z\u{e9}.jpg", "ze\u{301}.jpg"]
    try directory.write(try TestLibrary.bytes(of: [9])[0], to: names[0])
    _ = try open()
    _ = Shell.run("mv '\(folder)/\(names[0])' '\(folder)/\(names[1])'")
    let library = try open()
    #expect(try library.verify().contradictions.isEmpty)
    let kept = try #require(try FolderIndex.photos(cache.read(cache.names[0])))
    #expect(kept[3].hasName(names[1]) && kept.count == 4)
  }

  @Test func aTurnedPhotoIsTurnedInTheIndexAndWhenThatIsReadAgain() throws {
    let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    let exif = Array("Exif\0\0".utf8) + tiff
    let jpeg = try SampledJPEG.named("420")
    let turned = Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + Array(jpeg[2...])
    try directory.write(turned, to: "turned.jpg")
    for _ in 0..<2 {
      let found = try open().index.assets.filter(\.isTurned)
      #expect(found.count == 1 && found.first?.size == SampledJPEG.size)
    }
  }

  @Test func damagedIndexIsMadeAnew() throws {
    let first = try open()
    var kept = try cache.read(cache.names[0])
    kept[20] ^= 1
    try cache.write(kept, to: cache.names[0])
    #expect(try open().index.fingerprint == first.index.fingerprint)
  }

  /// The checksum is recomputed, as any program that can write to the cache could do.
  @Test func aWrongIndexIsFoundByALookAtEveryFile() throws {
    let library = try open()
    #expect(try library.verify().contradictions.isEmpty)
    let walk = try FolderWalk(folder)
    let right = try FolderIndex(walk, root: folder, .turbojpeg, progress: nil)
    let info = right.files[1].info
    let small = PixelSize(width: info.thumbnailSize.width, height: info.thumbnailSize.height - 1)
    for (size, thumbnail, isTurned) in [
      (PixelSize(width: info.width - 8, height: info.height), info.thumbnailSize, false), (info.size, small, false),
      (info.size, info.thumbnailSize, true),
    ] {
      var index = right
      index.files[1].info = AssetInfo(
        width: size.width, height: size.height, encodedBytes: info.encodedBytes, thumbnailBytes: info.thumbnailBytes,
        thumbnailSize: thumbnail, isDecodable: true, isTurned: isTurned)
      try cache.write(index.encoded(), to: cache.names[0])
      let found = try open().verify().contradictions
      #expect(found.map(\.asset) == [1], "\(found)")
    }
  }

  @Test(arguments: [[0, 1, 2, 0], [1, 0, 2], [0, 1]])
  func anIndexOfOtherPhotosThanTheFolderHasIsMadeAnew(_ places: [Int]) throws {
    let right = try open()
    var index = try FolderIndex(try FolderWalk(folder), root: folder, .turbojpeg, progress: nil)
    index.files = ContiguousArray(places.map { index.files[$0] })
    try cache.write(index.encoded(), to: cache.names[0])
    #expect(try open().index.fingerprint == right.index.fingerprint)
  }

  @Test func emptyAndMissingFoldersAreNamed() throws {
    _ = Shell.run("mkdir '\(folder)/empty'")
    #expect(throws: LibraryError.self) {
      try PhotoLibrary.openFolder(folder + "/empty", cacheDirectory: cache.path)
    }
    #expect {
      try PhotoLibrary.openFolder(folder + "/missing", cacheDirectory: cache.path)
    } throws: { "\($0)".contains("/missing") }
  }
}
