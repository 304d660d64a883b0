public import CacheLab
import StrategyKit

/// What a cell shows, or waits for, as a frame is drawn.
public struct FrameCell: Sendable {
  public enum State: Hashable, Sendable {
    /// It shows its image since then.
    case image(since: Int64)
    /// Its image is being decoded.
    case decoding(FollowedDecode)
    /// Its request is queued behind so many others.
    case queued(requestsBefore: Int)
    /// It is blank and nobody decodes its image: the file does not decode.
    case nothing
  }

  public let item: Int32
  /// When its cell entered and asked.
  public let requested: Int64
  public let state: State
  /// It shows a coarse image until the final one comes.
  public let showsCoarse: Bool
}
