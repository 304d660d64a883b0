/// What a decode thread did for a job.
@safe struct RealTimeOutcome {
  /// The bitmap it made; nil when nothing is decoded.
  var bitmap: UnsafeMutableRawPointer?
  var timing = DecodeTiming()
  /// The photo of an image that came in part.
  var partialAsset: Int?
  /// True when the declared cost was over before the decode was.
  var isOverrun = false
}
