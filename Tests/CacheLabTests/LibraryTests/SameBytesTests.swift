@testable import CacheLab
import Strategies
import Testing

@testable import LabLibrary
@testable import LabSystem

/// The same seed gives the same bytes on every machine. When one of these numbers changes on purpose, raise
/// `PoolHeader.version`, so that older pools are made anew.
@Suite struct SameBytesTests {
  @Test func tinyLibraryIsPinned() throws {
    #expect(TestLibrary.shared.index.fingerprint == "cbebb90bea9a7daed266d3de52cdbc62")
  }

  @Test func assembledAssetsArePinned() throws {
    let files = try TestLibrary.bytes(of: [0, 1, 2, 1_999, 3_999])
    let expected: [UInt64] = [
      0xa414_8eb5_86bd_5663, 0xa302_b81c_3fd6_b13c, 0x24f3_a45a_09ad_ea80, 0xf45f_ec3a_7592_0b86,
      0xc259_9cf7_8d65_99a8,
    ]
    #expect(files.map { XXHash64.hash($0) } == expected)
  }

  /// Canvases of the default library, one of each half of the deal.
  @Test(arguments: [(1, 0x8464_0fb2_2dd6_ad88 as UInt64), (25, 0x1321_17b1_69b4_ae32)])
  func canvasesOfTheDefaultLibraryArePinned(canvas: Int, expected: UInt64) throws {
    let painted = try PoolMaker.paint(canvas: canvas, seed: 1, PoolGeometry(.default), TextureSet(size: 1024, seed: 1))
    #expect(XXHash64.hash(painted.bytes) == expected)
  }

  #if !DEBUG
    /// Only in release: without optimisation the default pool takes minutes.
    @Test func defaultLibraryIsPinned() throws {
      let directory = TemporaryDirectory()
      let library = try PhotoLibrary.open(in: directory.path)
      #expect(library.index.fingerprint == "4920b85ba99f94bdf47ecd8a860897a3")
      let bits = try #require(library.milliBitsPerPixel)
      #expect(bits.least >= 1_500 && bits.most <= 3_000)
      #expect(try OpenFile.reading(library.path).state().byteCount <= 64 << 20)
      let files = try TestLibrary.bytes(of: [0, 1_234, 3_999], in: library)
      let expected: [UInt64] = [0x882a_4be9_472c_1872, 0xc3fe_965e_eb81_bb42, 0x984a_f1b2_5ebb_8472]
      #expect(files.map { XXHash64.hash($0) } == expected)
      #expect(try library.verify().contradictions.isEmpty)
    }
  #endif
}
