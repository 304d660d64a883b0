import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

@Suite struct PhotoLibraryTests {
  private let library = TestLibrary.shared

  @Test func allFilesDiffer() throws {
    var seen = Set<[UInt8]>()
    var pixels = Set<[UInt8]>()
    for file in try TestLibrary.bytes(of: 0..<library.index.count) {
      let isNewFile = seen.insert(file).inserted
      #expect(isNewFile)
      // Without the front with its date and number: from the photo's own frame header on.
      let markers = unsafe try file.withUnsafeBytes { try unsafe JPEGMarkers($0) }
      let isNewPhoto = pixels.insert(Array(file[(markers.thumbnail?.upperBound ?? 0)...])).inserted
      #expect(isNewPhoto, "photos differ in pixels")
    }
    #expect(seen.count == 4_000)
  }

  @Test func sizesHaveExactShares() {
    var counts: [PixelSize: Int] = [:]
    for asset in library.index.assets { counts[asset.size, default: 0] += 1 }
    let expected: [(Int32, Int32, Int)] = [
      (256, 192, 1800), (192, 256, 1200), (320, 180, 320), (224, 224, 280), (160, 348, 320), (512, 128, 80),
    ]
    for (width, height, count) in expected {
      #expect(counts[PixelSize(width: width, height: height)] == count)
    }
    #expect(counts.count == 6)
  }

  @Test(arguments: [1, 2, 7, 99, 100, 3_924, 4_000, 12_345])
  func sharesAddUpToAnyNumber(count: Int) {
    let counts = SizeClass.counts(assetCount: count)
    #expect(counts.reduce(0, +) == count)
    for (share, size) in zip(counts, SizeClass.all) { #expect(abs(share * 100 - count * size.percent) < 100) }
  }

  @Test func neighboursComeFromDifferentCanvases() throws {
    guard case .pool(_, let recipes) = library.content else { preconditionFailure("it was made") }
    let canvases = recipes.map(\.canvas)
    for asset in 0..<3_996 {
      for distance in 1...3 { #expect(canvases[asset] != canvases[asset + distance]) }
    }
  }

  @Test func everySizePassesTheReferenceDecoder() throws {
    let directory = TemporaryDirectory()
    var assets: [Int] = []
    for size in Set(library.index.assets.map { $0.size }) {
      assets += library.index.assets.indices.filter { library.index[$0].size == size }.prefix(6)
    }
    let paths = try library.extract(assets, to: directory.path)
    #expect(paths.count == 36)
    for path in paths {
      #expect(Shell.run("djpeg -strict -outfile /dev/null '\(path)'") == 0, "djpeg -strict \(path)")
    }
  }

  @Test func thumbnailsDecodeAndResembleTheirPhotos() throws {
    for (asset, file) in try TestLibrary.bytes(of: 0..<120).enumerated() {
      let size = library.index[asset].size
      let range = unsafe try #require(try file.withUnsafeBytes { try unsafe JPEGMarkers($0) }.thumbnail)
      let thumbnail = Array(file[range])
      let small = unsafe try thumbnail.withUnsafeBytes { try unsafe JPEGMarkers($0).size }
      #expect(small == PixelSize(width: size.width / 2, height: size.height / 2))
      let half = try Pixels.decode(file, DecodeScale(eighths: 4), size)
      let whole = try Pixels.decode(thumbnail, .full, small)
      #expect(Pixels.meanDifference(half, whole) < 12, "asset \(asset)")
    }
  }

  @Test func sameBytesComeBackAfterOtherReads() throws {
    let first = try TestLibrary.bytes(of: 0..<50)
    var one = try library.makeReader()
    var other = try library.makeReader()
    for asset in (0..<50).reversed() {
      let jpeg = try unsafe one.read(asset)
      _ = try unsafe other.read((asset * 37) % 4_000)
      let isSame = unsafe jpeg.elementsEqual(first[asset])
      #expect(isSame)
    }
  }

  @Test func assetsOutOfRangeAreRefused() throws {
    var reader = try library.makeReader()
    #expect(throws: LibraryError("no asset 4000: the library has 4000, counted from 0")) {
      _ = try unsafe reader.read(4_000)
    }
    #expect(throws: LibraryError("no asset -1: the library has 4000, counted from 0")) {
      _ = try unsafe reader.read(-1)
    }
  }

  @Test func numberOfAssetsLeavesThePoolAlone() throws {
    let few = try TestLibrary.open(assetCount: 100)
    #expect(few.path == library.path && few.index.count == 100 && few.index.fingerprint != library.index.fingerprint)
  }

  @Test func aHundredThousandAssetsAreDistinct() throws {
    let many = try TestLibrary.open(assetCount: 100_000)
    let files = try TestLibrary.bytes(of: [0, 1, 50_000, 99_999], in: many)
    #expect(Set(files).count == 4)
    #expect(many.sizes.first?.count == 45_000)
  }

  @Test(arguments: [0, -1, 10_000_001])
  func impossibleNumbersAreRefused(count: Int) {
    #expect(throws: LibraryError.self) { try TestLibrary.open(assetCount: count) }
  }

  @Test func wholeLibraryVerifies() throws {
    let result = try library.verify()
    #expect(result.decodedCount == 4_000 && result.contradictions.isEmpty && result.partialCount == 0)
  }
}
