/// Three planes of samples in 4:2:0, in memory that someone else owns: luma, and both chroma planes of half
/// its sides.
@unsafe struct PlanarImage {
  var luma: UnsafePointer<UInt8>
  var blue: UnsafePointer<UInt8>
  var red: UnsafePointer<UInt8>
  /// Bytes from a row of luma to the next.
  var lumaStride: Int
  /// Bytes from a row of chroma to the next.
  var chromaStride: Int

  /// The part that begins `x` and `y` luma samples in; both are even.
  func offset(x: Int, y: Int) -> PlanarImage {
    let chroma = unsafe y / 2 * chromaStride + x / 2
    return unsafe PlanarImage(
      luma: luma + (y * lumaStride + x), blue: blue + chroma, red: red + chroma, lumaStride: lumaStride,
      chromaStride: chromaStride)
  }
}
