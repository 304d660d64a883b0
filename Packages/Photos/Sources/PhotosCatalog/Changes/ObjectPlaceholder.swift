public import PhotosModel

/// Something that a change is about to make (`PHObjectPlaceholder`): it has its name already.
public struct ObjectPlaceholder: Hashable, Sendable {
  let kind: LocalIdentifier.Kind
  let library: UInt64
  let row: Int64

  /// What the object will be called once the change is made.
  public var localIdentifier: String { LocalIdentifier(kind: kind, library: library, row: row).description }
}

/// An asset, or the placeholder of one.
public protocol AssetReference: Sendable {
  var localIdentifier: String { get }
}

/// An album or a folder, or the placeholder of one.
public protocol CollectionReference: Sendable {
  var localIdentifier: String { get }
}

extension Asset: AssetReference {}
extension ObjectPlaceholder: AssetReference, CollectionReference {}
extension AssetCollection: CollectionReference {}
extension CollectionList: CollectionReference {}
