import LabBase

/// Why a run could not be measured.
public enum MeasureError: Error, Sendable {
  case noMemory(bytes: Int, reason: String)
  case noThread(reason: String)
  /// A real decode failed though the library's index says that the file decodes.
  case contradictsIndex(asset: Int, reason: String)
  /// The library could not be read while decodes ran.
  case unreadable(asset: Int, reason: String)
  /// The replay beside the decodes counted other numbers than the one before them: a bug of the lab.
  case notRepeatable(first: String, second: String)
  /// A helper process could not be started, or not with the library that the host has.
  case noHelper(reason: String)
  /// Helper processes ended so often that more would tell nothing new.
  case helpersCrash(count: Int, asset: Int, ending: String)
}

extension MeasureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noMemory(let bytes, let reason):
      "no memory for a bitmap of \(bytes) bytes (\(reason)): choose a smaller window or budget, or --decode none"
    case .noThread(let reason):
      "no thread for decoding (\(reason)): raise the limit on processes (ulimit -u)"
    case .contradictsIndex(let asset, let reason):
      "asset \(asset) did not decode although the library's index says it does (\(reason)): "
        + "the library was changed under the run; check it with \(ToolName.current) library verify"
    case .unreadable(let asset, let reason):
      "asset \(asset) could not be read (\(reason)): check the library with \(ToolName.current) library verify"
    case .notRepeatable(let first, let second):
      "two replays of one configuration counted different numbers (digests \(first) and \(second)): "
        + "this is a bug of the lab or of a strategy that does not forget; please report it with the trace"
    case .noHelper(let reason):
      "no helper process for decoding (\(reason)): see that the program can be executed and that the limits on processes "
        + "and open files (ulimit -u, ulimit -n) leave room, or decode in this process: --decode-in host"
    case .helpersCrash(let count, let asset, let ending):
      "more than \(count) helper processes ended while they decoded, the last on asset \(asset) (\(ending)): "
        + "look for the files with \(ToolName.current) library verify, and leave them out of the library"
    }
  }
}
