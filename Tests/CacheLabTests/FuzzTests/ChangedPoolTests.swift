import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

/// Pools that someone writes to while they are read.
@Suite struct ChangedPoolTests {
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
    var decoder = try JPEGDecoder()
    for asset in 0..<40 {
      let jpeg = try unsafe reader.read(asset)
      let size = library.index[asset].size
      var pixels = [UInt8](repeating: 0, count: Int(size.pixelCount) * 4)
      unsafe pixels.withUnsafeMutableBytes {
        _ = try? unsafe decoder.decode(jpeg, scale: .full, expecting: size, into: $0)
      }
    }
    #expect(throws: LibraryError.self) { _ = try library.verify() }
  }

  @Test func fifoInThePlaceOfAPoolIsRefused() throws {
    #expect(Shell.run("rm '\(pool)' && mkfifo '\(pool)'") == 0)
    #expect(throws: LibraryError.foreignPool(path: pool)) { try open() }
  }
}
