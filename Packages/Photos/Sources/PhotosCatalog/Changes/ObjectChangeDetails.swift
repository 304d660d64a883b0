/// What a change did to an asset, an album or a folder (`PHObjectChangeDetails`).
public struct ObjectChangeDetails<Object: FetchedObject>: Sendable {
  /// As the observer had it.
  public let objectBeforeChanges: Object
  /// As it is now; nil when it was deleted.
  public let objectAfterChanges: Object?
  /// True when an asset's pixels changed: images of it are of no use any more.
  public let assetContentChanged: Bool

  public var objectWasDeleted: Bool { objectAfterChanges == nil }

  init(before: Object, after: Object?, contentChanged: Bool) {
    objectBeforeChanges = before
    objectAfterChanges = after
    assetContentChanged = contentChanged
  }
}
