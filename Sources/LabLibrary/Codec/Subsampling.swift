import CTurboJPEG
import CacheLab
import StrategyKit

/// How much smaller than luma a file's chroma planes are.
struct Subsampling: Hashable, Sendable {
  /// Luma samples across and down a chroma sample.
  let across: Int32
  let down: Int32
  /// As TurboJPEG numbers it.
  let rawValue: Int32

  /// Nil for one that TurboJPEG has no planes for.
  init?(rawValue: Int32) {
    switch rawValue {
    case Int32(TJSAMP_444.rawValue): (across, down) = (1, 1)
    case Int32(TJSAMP_422.rawValue): (across, down) = (2, 1)
    case Int32(TJSAMP_420.rawValue): (across, down) = (2, 2)
    case Int32(TJSAMP_440.rawValue): (across, down) = (1, 2)
    case Int32(TJSAMP_411.rawValue): (across, down) = (4, 1)
    case Int32(TJSAMP_GRAY.rawValue): (across, down) = (1, 1)
    default: return nil
    }
    self.rawValue = rawValue
  }

  /// One plane, of luma.
  static let gray = Subsampling(across: 1, down: 1, rawValue: Int32(TJSAMP_GRAY.rawValue))

  private init(across: Int32, down: Int32, rawValue: Int32) {
    (self.across, self.down, self.rawValue) = (across, down, rawValue)
  }

  /// That of `PixelFormat.yuv420`.
  var isHalf: Bool { across == 2 && down == 2 }

  /// The size of a picture's plane as TurboJPEG writes it, its padding included.
  ///
  /// - Parameter component: 0 for luma, 1 and 2 for chroma.
  func plane(_ component: Int32, of size: PixelSize) -> PixelSize {
    PixelSize(
      width: tjPlaneWidth(component, size.width, rawValue), height: tjPlaneHeight(component, size.height, rawValue))
  }

  /// Chroma samples that say something of a picture.
  func chroma(of size: PixelSize) -> PixelSize {
    PixelSize(width: (size.width + across - 1) / across, height: (size.height + down - 1) / down)
  }
}
