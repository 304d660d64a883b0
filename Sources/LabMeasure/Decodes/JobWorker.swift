import LabLibrary

/// What a thread of a pool decodes with: a codec of its own, or a process beside this one.
protocol JobWorker: ~Copyable {
  /// Decodes into the job's memory and says what that took.
  mutating func run(_ job: DecodeJob, timing: inout DecodeTiming) throws(MeasureError) -> DecodeOutcome

  /// Decodes once so that the next time nothing is cold.
  mutating func rehearse(_ decode: DecodeRehearsal) throws(MeasureError)
}
