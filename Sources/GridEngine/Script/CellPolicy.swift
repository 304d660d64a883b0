/// What happens to a request whose cell leaves before its decode began.
public enum CellPolicy: String, CaseIterable, Sendable {
  /// The request is cancelled: the app calls `cancelImageRequest` when a cell is reused.
  case cancel
  /// The request stays queued, as in the published sample.
  case keep
}
