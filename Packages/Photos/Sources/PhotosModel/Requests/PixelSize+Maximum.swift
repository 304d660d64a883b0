public import StrategyKit

extension PixelSize {
  /// As large as the image is, whatever the resize mode (`PHImageManagerMaximumSize`).
  public static var maximum: PixelSize { PixelSize(width: -1, height: -1) }
}
