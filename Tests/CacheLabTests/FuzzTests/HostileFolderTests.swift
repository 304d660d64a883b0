import CacheLab
import Strategies
import Testing

@testable import LabLibrary

/// Folders that no camera made.
@Suite struct HostileFolderTests {
  private let directory = TemporaryDirectory()
  private let cache = TemporaryDirectory()
  private var folder: String { directory.path }

  init() throws { try directory.write(try TestLibrary.bytes(of: [0])[0], to: "a.jpg") }

  private func open() throws -> PhotoLibrary { try PhotoLibrary.openFolder(folder, cacheDirectory: cache.path) }

  private func read(_ library: PhotoLibrary, _ asset: Int = 0) throws {
    var reader = try library.makeReader()
    _ = try unsafe reader.read(asset)
  }

  @Test func everythingButPhotosIsCounted() throws {
    try directory.write([], to: "empty.jpg")
    try directory.write([0xFF], to: "one.jpg")
    try directory.write(Array("text".utf8), to: "text.jpg")
    try directory.write(Array("hidden".utf8), to: ".hidden")
    // A FIFO, a directory named as a photo, links in a circle and to nowhere, a device, a name that is not UTF-8.
    let made = Shell.run(
      """
      cd '\(folder)' && mkfifo fifo.jpg && mkdir dir.jpg && ln -s round1.jpg round2.jpg && ln -s round2.jpg round1.jpg \
      && ln -s nowhere gone.jpg && ln -s /dev/zero zero.jpg && ln -s .. dir.jpg/up && touch "$(printf 'a\\377.jpg')"
      """)
    #expect(made == 0)
    for _ in 0..<2 {
      let library = try open()
      #expect(library.index.count == 1)
      #expect(library.summary.contains("3 other files were left out\n6 could not be read or are too large: "))
    }
  }

  @Test func enormousFileIsNotRead() throws {
    try directory.write([0xFF, 0xD8, 0xFF], to: "sparse.jpg")
    #expect(Shell.run("truncate -s 1000G '\(folder)/sparse.jpg'") == 0)
    let library = try open()
    #expect(library.index.count == 1 && library.summary.contains("\n1 could not be read or are too large: "))
  }

  @Test func extremeSizesAreIndexed() throws {
    for (name, width, height) in [("b.jpg", 1, 1), ("c.jpg", 65_500, 1), ("d.jpg", 1, 65_500)]
      as [(String, Int32, Int32)]
    {
      let size = PixelSize(width: width, height: height)
      var encoder = try JPEGEncoder(largest: size)
      let jpeg = unsafe try [UInt8](repeating: 60, count: Int(size.pixelCount) * 4).withUnsafeBytes {
        unsafe Array(try unsafe encoder.encode(bgra: $0, size: size, quality: 80))
      }
      try directory.write(jpeg, to: name)
    }
    // Headers that ask for 200 megapixels, the second for 600 MB of coefficients.
    try directory.write(ForgedJPEG().frame(width: 65_500, height: 3_053).scan().end().bytes, to: "e.jpg")
    try directory.write(ForgedJPEG().frame(0xC2, width: 65_500, height: 3_053).scan().end().bytes, to: "f.jpg")
    try directory.write(try SampledJPEG.named("cmyk"), to: "g.jpg")
    let scans = (0..<3_000).reduce(ForgedJPEG().frame(0xC2, width: 16, height: 16)) { jpeg, _ in jpeg.scan() }
    try directory.write(scans.end().bytes, to: "h.jpg")
    let library = try open()
    #expect(
      library.index.assets.map { $0.isDecodable } == [true, true, true, true] + [Bool](repeating: false, count: 4))
    // As it was found, and as it is kept.
    for library in [library, try open()] {
      #expect(library.undecodable.map(\.file) == ["e.jpg", "f.jpg", "g.jpg", "h.jpg"])
      let reasons = library.undecodable.map(\.reason)
      #expect(!reasons[0].isEmpty && reasons[1].hasSuffix("needs 600 MB of coefficients, limit 256"))
      #expect(reasons[2...] == ["CMYK is not supported", "3,000 scans, limit 100"])
      #expect(library.problemText.contains("g.jpg: does not decode, CMYK is not supported\n"))
      #expect(library.summary.contains("\n4 do not decode\n  e.jpg: "))
      #expect(library.summary.contains("\n  h.jpg: 3,000 scans, limit 100\n"))
      let note = try #require(
        library.notes.first { $0.hasPrefix("4 photos cannot be decoded, cells stay blank: e.jpg (") })
      #expect(note.hasSuffix("g.jpg (CMYK is not supported) and 1 more"))
    }
    #expect(library.index[2].size == PixelSize(width: 65_500, height: 1))
    #expect(library.sizes.reduce(0) { $0 + $1.count } == 4, "what does not decode has no size")
    let found = try library.verify()
    #expect(found.contradictions.isEmpty && found.decodedCount == 4 && found.undecodableCount == 4)
  }

  @Test(arguments: ["mkfifo", "mkdir", "ln -s /dev/zero"]) func photoThatBecameSomethingElseIsRefused(make: String)
    throws
  {
    let library = try open()
    #expect(Shell.run("rm '\(folder)/a.jpg' && \(make) '\(folder)/a.jpg'") == 0)
    #expect(throws: LibraryError.changedFile(path: library.path + "/a.jpg")) { try read(library) }
  }

  @Test func photoOfTheSameLengthThatWasWrittenAgainIsRefused() throws {
    #expect(Shell.run("touch -d @1000 '\(folder)/a.jpg'") == 0)
    let library = try open()
    try read(library)
    #expect(Shell.run("touch -d @2000 '\(folder)/a.jpg'") == 0)
    #expect(throws: LibraryError.changedFile(path: library.path + "/a.jpg")) { try read(library) }
  }

  @Test func foreignFilesInTheCacheDoNoHarm() throws {
    let first = try open()
    let index = cache.names[0]
    for make in ["mkfifo", "truncate -s 1000G", "touch"] {
      #expect(Shell.run("rm '\(cache.path)/\(index)' && \(make) '\(cache.path)/\(index)'") == 0)
      #expect(try open().index.fingerprint == first.index.fingerprint)
    }
  }
}
