@testable import CacheLab
import Strategies
import Testing

/// The same seed gives the same bytes on every machine. When one of these numbers changes on purpose, raise
/// `PoolHeader.version`, so that older pools are made anew.
@Suite struct SameBytesTests {
  @Test func tinyLibraryIsPinned() throws {
    #expect(TestLibrary.shared.index.fingerprint == "")
  }

  @Test func assembledAssetsArePinned() throws {
    let files = try TestLibrary.bytes(of: [0, 1, 2, 1_999, 3_999])
    #expect(files.map { String(XXHash64.hash($0), radix: 16) } == [])
  }

  /// Canvases of the default library, one of each half of the deal.
  @Test(arguments: [(1, ""), (25, "")])
  func canvasesOfTheDefaultLibraryArePinned(canvas: Int, expected: String) throws {
    let studio = Studio(seed: 1, geometry: PoolGeometry(.default))
    let painted = try studio.paint(canvas: canvas)
    #expect(String(XXHash64.hash(painted.encoded.bytes), radix: 16) == expected)
  }

  #if !DEBUG
  /// Only in release: without optimisation the default pool takes minutes.
  @Test func defaultLibraryIsPinned() throws {
    let directory = try TemporaryDirectory()
    let library = try PhotoLibrary.open(in: directory.path)
    #expect(library.index.fingerprint == "")
    let bits = library.summary.milliBitsPerPixel
    #expect(bits.least >= 1_500 && bits.most <= 3_000)
    #expect(library.summary.storedBytes <= ByteCount(rawValue: 64 << 20))
    var reader = try library.makeReader()
    var hashes: [String] = []
    for asset in [0, 1_234, 3_999] { hashes.append(String(XXHash64.hash(try unsafe reader.read(asset)), radix: 16)) }
    #expect(hashes == [])
    #expect(try library.verify(decoding: true).contradictions.isEmpty)
  }
  #endif
}
