import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

/// Pools that someone writes to while they are read.
@Suite struct FuzzFindingsTests {
  private let directory = TemporaryDirectory()
  private var pool: String { directory.path + "/tiny-1.pool" }

  init() throws {
    let source = TestLibrary.shared.path
    #expect(Shell.run("cp '\(source)' '\(directory.path)/tiny-1.pool'") == 0)
    #expect(Shell.run("touch -d @1000 '\(directory.path)/tiny-1.pool'") == 0)
  }

  private func open() throws -> PhotoLibrary {
    try PhotoLibrary.open(LibraryConfiguration(assetCount: 40, profile: .tiny), in: directory.path)
  }

  @Test(arguments: ["truncate -s 5000", "truncate -s +1", "printf x | tee -a", "cp /dev/null"])
  func changeUnderAReaderIsDetected(change: String) throws {
    let library = try open()
    var reader = try library.makeReader()
    _ = try unsafe reader.read(0)
    #expect(Shell.run("\(change) '\(pool)'") == 0)
    #expect {
      _ = try unsafe reader.read(1)
    } throws: { error in
      "\(error)".hasPrefix("\(library.path) is damaged (")
    }
  }

  @Test func poolThatWasReplacedStaysReadable() throws {
    let library = try open()
    var reader = try library.makeReader()
    let before = unsafe Array(try unsafe reader.read(7))
    #expect(Shell.run("rm '\(pool)' && echo other > '\(pool)'") == 0)
    let isSame = unsafe try reader.read(7).elementsEqual(before)
    #expect(isSame)
  }

  /// A change that also sets the time back goes unnoticed, and harms no memory: a read gives some JPEG or none.
  @Test func hiddenChangeOnlyDamagesPictures() throws {
    let library = try open()
    var reader = try library.makeReader()
    let count = try directory.read("tiny-1.pool").count
    try directory.write([UInt8](repeating: 0xFF, count: count), to: "ones")
    #expect(Shell.run("dd if='\(directory.path)/ones' of='\(pool)' conv=notrunc") == 0)
    #expect(Shell.run("touch -d @1000 '\(pool)'") == 0)
    for asset in 0..<40 {
      let jpeg = try unsafe reader.read(asset)
      let size = library.index[asset].size
      var pixels = [UInt8](repeating: 0, count: Int(size.pixelCount) * 4)
      unsafe pixels.withUnsafeMutableBytes {
        _ = try? unsafe JPEGDecoder.decode(jpeg, scale: .full, expecting: size, into: $0)
      }
    }
    #expect(throws: LibraryError.self) { _ = try library.verify() }
  }

  @Test func fifoInThePlaceOfAPoolIsRefused() throws {
    #expect(Shell.run("rm '\(pool)' && mkfifo '\(pool)'") == 0)
    #expect(throws: LibraryError.foreignPool(path: pool)) { try open() }
  }

  private static let size = PixelSize(width: 8, height: 8)

  @Test func fileAfterOneWithABadHeaderDecodes() throws {
    var encoder = try JPEGEncoder(largest: FuzzFindingsTests.size)
    let jpeg = unsafe try [UInt8](repeating: 90, count: 256).withUnsafeBytes {
      unsafe Array(try unsafe encoder.encode(bgra: $0, size: FuzzFindingsTests.size, quality: 90))
    }
    // There is no quantisation table number 5: libjpeg stops in the middle of the header.
    let bad = ForgedJPEG().segment(0xDB, [5] + [UInt8](repeating: 1, count: 64)).frame(width: 8, height: 8).scan()
    for _ in 0..<2 {
      #expect(throws: CodecError.self) { _ = try outcome(of: bad.bytes) }
      #expect(try outcome(of: jpeg) == .complete)
    }
  }

  @Test func markersInsideSegmentsEndNoCount() throws {
    var jpeg = ForgedJPEG().frame(0xC2, width: 16, height: 16).scan().segment(0xFE, [0xFF, 0xD9])
    for _ in 0..<100 { jpeg = jpeg.scan() }
    #expect(throws: CodecError("101 scans, limit 100")) {
      _ = unsafe try jpeg.bytes.withUnsafeBytes { try unsafe JPEGMarkers($0) }
    }
  }

  @Test(arguments: [0, 4]) func scanOfNoOrForeignComponentsIsRefused(count: Int) {
    let jpeg = ForgedJPEG().frame(width: 8, height: 8).scan(components: count)
    #expect(throws: CodecError.self) { _ = unsafe try jpeg.bytes.withUnsafeBytes { try unsafe JPEGMarkers($0) } }
  }

  private func outcome(of jpeg: [UInt8]) throws -> DecodeOutcome {
    var pixels = [UInt8](repeating: 0, count: 256)
    return try unsafe jpeg.withUnsafeBytes { jpeg in
      try unsafe pixels.withUnsafeMutableBytes {
        try unsafe JPEGDecoder.decode(jpeg, scale: .full, expecting: FuzzFindingsTests.size, into: $0)
      }
    }
  }
}
