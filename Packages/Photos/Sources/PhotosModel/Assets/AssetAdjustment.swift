/// An edit that the current version of an asset shows, and its unadjusted version does not.
///
/// It stands for what an editing app writes: enough for `version` to make a difference that can be seen.
public enum AssetAdjustment: Int32, CaseIterable, Sendable {
  case none = 0
  /// Colours become grey.
  case mono = 1
  /// A quarter turn clockwise: width and height change places.
  case quarterTurn = 2
}
