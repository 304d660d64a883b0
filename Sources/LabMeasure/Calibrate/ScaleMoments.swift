/// Sums over the samples of one scale: all that a fit needs of them.
///
/// Samples weigh 1/t2, so that what is made least is the relative error: a 1/8 decode counts as much as a full one.
/// Bytes and pixels are divided by their means over all samples first, which keeps the sums of one magnitude.
struct ScaleMoments {
  private(set) var weight = 0.0
  private(set) var bytes = 0.0
  private(set) var pixels = 0.0
  private(set) var time = 0.0
  private(set) var bytesBytes = 0.0
  private(set) var bytesPixels = 0.0
  private(set) var pixelsPixels = 0.0
  private(set) var bytesTime = 0.0
  private(set) var pixelsTime = 0.0

  mutating func add(bytes b: Double, pixels p: Double, time t: Double) {
    let w = 1 / (t * t)
    weight += w
    bytes += w * b
    pixels += w * p
    time += w * t
    bytesBytes += w * b * b
    bytesPixels += w * b * p
    pixelsPixels += w * p * p
    bytesTime += w * b * t
    pixelsTime += w * p * t
  }

  /// Weighted sums of u, u2 and u x t, where u = share x bytes + (1 - share) x pixels.
  func mixed(share: Double) -> (u: Double, uu: Double, ut: Double) {
    let rest = 1 - share
    return (
      share * bytes + rest * pixels,
      share * share * bytesBytes + 2 * share * rest * bytesPixels + rest * rest * pixelsPixels,
      share * bytesTime + rest * pixelsTime
    )
  }
}
