/// Where images are decoded.
public enum DecodePlace: String, CaseIterable, Sendable {
  /// In the process that shows them.
  case host
  /// In processes of their own, as the system's photo picker does.
  case process
}
