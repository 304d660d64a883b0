import CacheLab
import StrategyKit
import Testing

@testable import LabLibrary
@testable import LabSystem

/// Fewer photos than a grid has places, and files that are no photos.
@Suite struct RepeatedFolderTests {
  private let directory = TemporaryDirectory()
  private let cache = TemporaryDirectory()
  private var folder: String { directory.path }
  private let files: [[UInt8]]

  init() throws {
    files = try TestLibrary.bytes(of: 0..<3)
    _ = Shell.run("mkdir '\(directory.path)/sub'")
    for (name, file) in zip(["a.jpg", "b.jpg", "sub/c.jpg"], files) { try directory.write(file, to: name) }
  }

  private func open(_ assetCount: Int? = nil, fill: Int = 0) throws -> PhotoLibrary {
    try PhotoLibrary.openFolder(folder, assetCount: assetCount, fill: fill, cacheDirectory: cache.path)
  }

  @Test func moreThanThereAreStandInItAgainAndAgain() throws {
    let (once, library) = (try open(), try open(8))
    #expect(library.index.count == 8 && library.fileCount == 3)
    for asset in 0..<8 { #expect(library.index[asset] == once.index[asset % 3]) }
    let read = try TestLibrary.bytes(of: 0..<8, in: library)
    #expect(read == (0..<8).map { files[$0 % 3] })
    #expect((0..<8).map { library.folderFile(of: $0) ?? "" }.suffix(3) == ["sub/c.jpg", "a.jpg", "b.jpg"])
    #expect(try Set([3, 7, 8].map { try open($0).index.fingerprint }).count == 3)
    #expect(try library.verify().decodedCount == 8)
  }

  @Test func aFolderIsFilledOnlyWhereItHasFewer() throws {
    #expect(try open(fill: 3).index.fingerprint == open().index.fingerprint && open(fill: 2).index.count == 3)
    #expect(try open(2, fill: 9).index.count == 2, "what is asked for comes first")
    #expect(try open(fill: 9).index.fingerprint == open(9).index.fingerprint)
    #expect(throws: LibraryError.self) { try open(LibraryConfiguration.maxAssetCount + 1) }
  }

  @Test func everyPlaceIsWrittenAsAFileOfItsOwn() throws {
    let library = try open(5)
    let target = TemporaryDirectory()
    try library.extract(0..<5, to: target.path)
    #expect(target.names.sorted() == ["3-a.jpg", "4-b.jpg", "a.jpg", "b.jpg", "sub_c.jpg"])
    #expect(try target.read("4-b.jpg") == files[1])
  }

  @Test func whatIsLeftOutIsNamedWithItsReason() throws {
    try directory.write(Array("text".utf8), to: "notes.txt")
    try directory.write([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], to: "IMG_1.HEIC")
    try directory.write([0, 0, 0, 24] + Array("ftypisom".utf8) + [0, 0, 0, 0], to: "film.mov")
    try directory.write([0, 0, 0, 24] + Array("ftyp".utf8), to: "short.heic")
    try directory.write([0xFF, 0xD8], to: "sub/broken.jpg")
    _ = Shell.run("ln -s nowhere '\(folder)/gone.jpg'")
    // It takes no room: all but the beginning is a hole.
    try directory.write([0xFF, 0xD8], to: "huge.jpg")
    _ = Shell.run("truncate -s \(FolderIndex.fileBytesMax + 1) '\(folder)/huge.jpg'")
    let expected: [(String, LeftOutFile.Reason)] = [
      ("IMG_1.HEIC", .heic), ("film.mov", .notJPEG), ("gone.jpg", .unreadable), ("huge.jpg", .tooLarge),
      ("notes.txt", .notJPEG), ("short.heic", .notJPEG),
    ]
    // Looked at, and as it is kept.
    for _ in 0..<2 {
      let library = try open(fill: 9)
      #expect(library.leftOut.map(\.name) == expected.map(\.0) && library.leftOut.map(\.reason) == expected.map(\.1))
      #expect(library.undecodable.map(\.file) == ["sub/broken.jpg"])
      let notes = library.notes
      try #require(notes.count == 6, "\(notes)")
      #expect(notes[0].hasPrefix("4 photos of the folder, repeated to 9: each time a photo of its own"))
      let broken = "sub/broken.jpg (the JPEG ends at byte 2, before its first scan)"
      #expect(notes[1] == "1 photo cannot be decoded, cells stay blank: \(broken)")
      #expect(notes[2].hasPrefix("1 file left out, HEIC, not JPEG: IMG_1.HEIC; make JPEGs"))
      #expect(notes[3] == "3 files left out, no JPEG: film.mov, notes.txt, short.heic")
      #expect(notes[4] == "1 file left out, cannot be read: gone.jpg")
      #expect(notes[5] == "1 file left out, larger than 256 MiB: huge.jpg")
    }
    for name in ["x1", "x2"] { try directory.write([], to: name) }
    let notes = try open().notes
    #expect(notes.contains("5 files left out, no JPEG: film.mov, notes.txt, short.heic and 2 more"), "\(notes)")
  }

  @Test func aFolderOfPhotosAloneHasNothingToNote() throws {
    #expect(try open().notes.isEmpty && open(2).notes.isEmpty && open().leftOut.isEmpty)
    #expect(TestLibrary.shared.notes.isEmpty && TestLibrary.shared.folderFile(of: 0) == nil)
  }

  @Test func aFolderOfHEICAloneSaysWhatToDo() throws {
    let photos = folder + "/iphone"
    _ = Shell.run("mkdir '\(photos)'")
    for name in ["1", "2"] {
      try directory.write([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], to: "iphone/\(name).heic")
    }
    #expect {
      try PhotoLibrary.openFolder(photos, cacheDirectory: cache.path)
    } throws: {
      "\($0)".contains("holds no JPEG, but 2 HEIC files") && "\($0)".contains("sips -s format jpeg")
    }
  }

  @Test func aFileThatBecomesAPhotoIsFound() throws {
    try directory.write(Array("text".utf8), to: "d.jpg")
    #expect(try open().index.count == 3)
    try directory.write(files[0], to: "d.jpg")
    let found = try open()
    #expect(found.index.count == 4 && found.leftOut.isEmpty)
  }

  /// Sizes that no decoder takes, or that a file of so many bytes cannot have, behind a checksum that is right.
  @Test func sizesThatNoFileHasAreNotBelieved() {
    func isBelieved(_ width: Int32, _ height: Int32, bytes: Int32 = 99, thumbnail: PixelSize? = nil) -> Bool {
      let info = AssetInfo(
        width: width, height: height, encodedBytes: bytes, thumbnailBytes: thumbnail == nil ? 0 : 50,
        thumbnailSize: thumbnail ?? PixelSize(width: 0, height: 0), isDecodable: true)
      let index = FolderIndex(files: [FolderFile(name: "a.jpg", modifiedNs: 1_000, info: info)], leftOut: [])
      return FolderIndex.photos(index.encoded()) == index.files
    }
    #expect(isBelieved(400, 300, thumbnail: PixelSize(width: 160, height: 120)))
    #expect(!isBelieved(.max, 1) && !isBelieved(1_000_000, 300, bytes: .max))
    #expect(!isBelieved(20_000, 20_000, bytes: .max))
    #expect(!isBelieved(4_000, 3_000) && isBelieved(4_000, 3_000, bytes: 2_000))
    #expect(!isBelieved(400, 300, thumbnail: PixelSize(width: 60_000, height: 60_000)))
  }

  /// Records keep it. Files that are no photos count in it, their names do not.
  @Test func theFingerprintIsThatOfPhotosAndCounts() {
    let info = AssetInfo(width: 4, height: 3, encodedBytes: 99, thumbnailBytes: 0, isDecodable: true)
    let file = FolderFile(name: "a.jpg", modifiedNs: 1_000, info: info)
    func left(_ name: String, _ reason: LeftOutFile.Reason) -> LeftOutFile {
      LeftOutFile(name: name, reason: reason)
    }
    let index = FolderIndex(files: [file], leftOut: [left("b", .heic), left("c", .unreadable)])
    #expect(index.fingerprint(repeatedTo: 1) == "4ac76b2952b4b9ecfaa89e681c679cde")
    let others = [left("x", .notJPEG), left("y", .unreadable)]
    let another = FolderIndex(files: [file], leftOut: others)
    #expect(another.fingerprint(repeatedTo: 1) == index.fingerprint(repeatedTo: 1))
    #expect(FolderIndex.photos(index.encoded()) == index.files)
  }

  private let place = TemporaryDirectory()

  @Test func itGoesWithAllThatLiesInIt() throws {
    do {
      let folder = try ScratchFolder(in: place.path)
      #expect(Shell.run("cd '\(folder.path)' && mkdir -p a/b && echo c >a/b/c && echo d >.d && ln -s /nowhere e") == 0)
      #expect(place.names.count == 1)
      withExtendedLifetime(folder) {}
    }
    #expect(place.names.isEmpty)
  }

  @Test func oneInUseStaysAndOneWithoutOwnerGoes() throws {
    let first = try ScratchFolder(in: place.path)
    // What a killed process leaves: a folder that nobody holds a lock on.
    #expect(
      Shell.run("cd '\(place.path)' && mkdir -p cachelab-scratch.000000/a && echo b >cachelab-scratch.000000/a/b") == 0)
    let second = try ScratchFolder(in: place.path)
    #expect(place.names.map { "\(place.path)/\($0)" } == [first.path, second.path].sorted())
  }

  @Test func whatOnlyHasTheNameStays() throws {
    #expect(
      Shell.run(
        "cd '\(place.path)' && mkdir kept cachelab.000000 && echo a >kept/a && ln -s kept cachelab-scratch.000000 "
          + "&& echo b >cachelab-scratch.000001") == 0)
    let folder = try ScratchFolder(in: place.path)
    let names = Set(place.names)
    #expect(names.isSuperset(of: ["kept", "cachelab.000000", "cachelab-scratch.000000", "cachelab-scratch.000001"]))
    #expect(Shell.run("[ -e '\(place.path)/kept/a' ]") == 0)
    withExtendedLifetime(folder) {}
  }

  @Test func whereNoneCanBeMadeTheCureIsNamed() {
    #expect(throws: FileError.noScratchFolder(place: place.path + "/none", code: .noSuchFileOrDirectory)) {
      try ScratchFolder(in: place.path + "/none")
    }
    let refusal = FileError.noScratchFolder(place: "/x", code: .noSuchFileOrDirectory)
    #expect(refusal.description.hasSuffix("free some space, or set TMPDIR"))
  }
}
