public import CacheLab
public import LabBase

/// Writes a replay as JSON lines: first the configuration, then every event in order, times in nanoseconds.
///
/// From this file and the trace every deterministic metric can be recomputed by a program that shares nothing with
/// this one.
public final class EventFile: EventTaker {
  private var file: ResultFile
  private var line = EventText()
  private var failure: ResultError?

  /// - Throws: `ResultError.cannotCreate` when the folder is missing or not writable.
  public init(path: String, configuration: JSON) throws(ResultError) {
    file = try ResultFile(path: path)
    try file.write(EventText.firstLine(configuration))
  }

  /// What a reader finds in the first line of the file of a run of this configuration.
  public static func header(_ configuration: JSON) -> JSON { EventText.header(configuration) }

  public func take(_ event: ReplayEvent, at time: Int64) {
    guard failure == nil else { return }
    line.write(event, at: time)
    do {
      try file.write(line.bytes)
    } catch {
      failure = error
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: the first error met while writing.
  public func finish() throws(ResultError) {
    if let failure { throw failure }
    _ = try file.commit(exclusively: false)
  }
}
