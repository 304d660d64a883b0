public import UIKit

// https://developer.apple.com/documentation/photokit/phobject
open class PHObject: NSObject {
  public let localIdentifier: String

  /// No part of the SDK.
  public init(rehearsed identifier: String) { localIdentifier = identifier }
}

// https://developer.apple.com/documentation/photokit/phasset
open class PHAsset: PHObject {
  open var pixelWidth: Int { 4032 }
  open var pixelHeight: Int { 3024 }

  open class func fetchAssets(with mediaType: PHAssetMediaType, options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
    PHFetchResult(rehearsed: [])
  }
}

// https://developer.apple.com/documentation/photokit/phassetmediatype
public enum PHAssetMediaType: Int, Sendable { case unknown, image, video, audio }

// https://developer.apple.com/documentation/photokit/phfetchoptions
open class PHFetchOptions: NSObject {}

// https://developer.apple.com/documentation/photokit/phfetchresult
open class PHFetchResult<ObjectType: NSObject>: NSObject {
  private let objects: [ObjectType]

  /// No part of the SDK.
  public init(rehearsed objects: [ObjectType]) { self.objects = objects }

  open var count: Int { objects.count }
  open func object(at index: Int) -> ObjectType { objects[index] }
}

// https://developer.apple.com/documentation/photokit/phchange
open class PHChange: NSObject {
  private let photos: PHFetchResultChangeDetails<PHAsset>
  private let edited: Set<String>

  /// No part of the SDK.
  ///
  /// - Parameter edited: Identifiers of changed photos with new pixels.
  public init(rehearsed photos: PHFetchResultChangeDetails<PHAsset>, edited: Set<String>) {
    (self.photos, self.edited) = (photos, edited)
  }

  open func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
    PHObjectChangeDetails(rehearsed: edited.contains(object.localIdentifier))
  }

  open func changeDetails<T: PHObject>(for object: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>? {
    photos.fetchResultBeforeChanges === object ? photos as? PHFetchResultChangeDetails<T> : nil
  }
}

// https://developer.apple.com/documentation/photokit/phobjectchangedetails
open class PHObjectChangeDetails<ObjectType: PHObject>: NSObject {
  public let assetContentChanged: Bool

  /// No part of the SDK.
  public init(rehearsed assetContentChanged: Bool) { self.assetContentChanged = assetContentChanged }
}

// https://developer.apple.com/documentation/photokit/phfetchresultchangedetails
open class PHFetchResultChangeDetails<ObjectType: NSObject>: NSObject {
  public let fetchResultBeforeChanges: PHFetchResult<ObjectType>
  public let fetchResultAfterChanges: PHFetchResult<ObjectType>
  public let hasIncrementalChanges: Bool
  public let removedIndexes: IndexSet?
  public let insertedIndexes: IndexSet?
  public let changedIndexes: IndexSet?
  private let moves: [(Int, Int)]

  /// No part of the SDK.
  public init(
    rehearsed before: PHFetchResult<ObjectType>, _ after: PHFetchResult<ObjectType>, hasIncrementalChanges: Bool = true,
    removed: IndexSet? = nil, inserted: IndexSet? = nil, changed: IndexSet? = nil, moves: [(Int, Int)] = []
  ) {
    fetchResultBeforeChanges = before
    fetchResultAfterChanges = after
    self.hasIncrementalChanges = hasIncrementalChanges
    (removedIndexes, insertedIndexes, changedIndexes) = (removed, inserted, changed)
    self.moves = moves
  }

  open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) { for (from, to) in moves { handler(from, to) } }
}
