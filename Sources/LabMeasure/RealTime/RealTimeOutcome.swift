/// What a decode thread did for a job.
@safe struct RealTimeOutcome {
  /// The bitmap it made; nil when nothing is decoded.
  var bitmap: UnsafeMutableRawPointer?
  var timing = DecodeTiming()
  var isPartial = false
  /// True when the declared cost was over before the decode was.
  var isOverrun = false
}
