/// How a photo is put together from the pool. 8 bytes.
struct AssetRecipe: Equatable, Sendable {
  var canvas: UInt8
  var sizeClass: UInt8
  /// First segment column of the window.
  var column: UInt8
  var reserved: UInt8 = 0
  /// The window's top, in steps.
  var step: UInt16
  var tint: UInt16

  /// The recipe as a number, the same on every machine.
  var word: UInt64 {
    UInt64(canvas) | UInt64(sizeClass) << 8 | UInt64(column) << 16 | UInt64(step) << 32 | UInt64(tint) << 48
  }
}
