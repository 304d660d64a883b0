public import Foundation
import GRDB
public import PhotosModel
import Synchronization

/// The reason for an empty fetch result.
public enum FetchEmptiness: Hashable, Sendable {
  /// No object matches the fetch.
  case nothingMatches
  /// The app may not read the library.
  case noAccess(AuthorizationStatus)
  /// The options or the database could not be read, for this reason. Photos raises an exception.
  case failed(String)
}

/// An element of fetch results: an asset, an album or a folder.
public protocol FetchedObject: Hashable, Sendable {
  var localIdentifier: String { get }
}

protocol LoadableObject: FetchedObject {
  /// The type that all rows of its table load as.
  associatedtype Loaded
  /// Loads rows in order, without missing ones.
  static func load(_ rows: [Int64], of photos: AssetLibrary, in db: Database, _ take: (Loaded) -> Void) throws
  var row: Int64 { get }
}

extension LoadableObject {
  /// Returns the rows that have this type, in order.
  static func all(_ rows: [Int64], of photos: AssetLibrary, in db: Database) throws -> [Self] {
    var objects: [Self] = []
    objects.reserveCapacity(rows.count)
    try load(rows, of: photos, in: db) { if let object = $0 as? Self { objects.append(object) } }
    return objects
  }
}

/// The result of a fetch (`PHFetchResult`). Its list never changes; the objects are read in batches around the last
/// index, with their current properties. It can be used on any thread.
public final class FetchResult<Object: FetchedObject>: Sequence, Sendable {
  /// The number of objects that are read together.
  public static var batchSize: Int { 64 }
  /// The number of batches in memory: the current one and its neighbours.
  public static var batchesMax: Int { 3 }

  /// The reason for an empty result, or nil if the result has objects.
  public let emptiness: FetchEmptiness?
  /// The rows of its objects, in order.
  let rows: [Int64]
  let query: Query
  let hasDetails: Bool
  private let load: @Sendable ([Int64]) throws(CatalogError) -> [Object]
  private let batches = Mutex<[Batch]>([])

  typealias Query = @Sendable () -> FetchResult<Object>

  private struct Batch: Sendable {
    var first: Int
    var objects: [Object]
  }

  init(
    rows: [Int64], of photos: AssetLibrary, hasDetails: Bool = true, emptiness: FetchEmptiness? = nil,
    query: @escaping Query
  ) where Object: LoadableObject {
    self.rows = rows
    self.query = query
    self.hasDetails = hasDetails
    self.emptiness = rows.count > 0 ? nil : emptiness ?? .nothingMatches
    load = { rows throws(CatalogError) in
      try photos.catalog.read { try Object.all(rows, of: photos, in: $0) }
    }
  }

  /// Creates an empty result, for use before the first fetch.
  public init() {
    (rows, hasDetails, emptiness) = ([], true, .nothingMatches)
    query = { FetchResult() }
    load = { (_) throws(CatalogError) in [] }
  }

  public var count: Int { rows.count }

  /// Returns the object at a place.
  ///
  /// - Precondition: `index` is in the result, and the catalog's file can be read.
  public func object(at index: Int) -> Object {
    precondition(index >= 0 && index < count, "an index inside the fetch result")
    let first = index / FetchResult.batchSize * FetchResult.batchSize
    // Reads under the lock, so that a second reader waits for the batch instead of reading it again.
    return batches.withLock { batches in
      if let known = batches.firstIndex(where: { $0.first == first }) {
        let batch = batches.remove(at: known)
        batches.append(batch)
        return batch.objects[index - first]
      }
      let batch = Batch(first: first, objects: objects(at: first..<Swift.min(count, first + FetchResult.batchSize)))
      if batches.count >= FetchResult.batchesMax { batches.removeFirst() }
      batches.append(batch)
      return batch.objects[index - first]
    }
  }

  public subscript(index: Int) -> Object { object(at: index) }

  public var firstObject: Object? { count > 0 ? object(at: 0) : nil }
  public var lastObject: Object? { count > 0 ? object(at: count - 1) : nil }

  public func contains(_ object: Object) -> Bool { index(of: object) != NSNotFound }

  /// Returns the place of an object by its identifier, or `NSNotFound`.
  public func index(of object: Object) -> Int {
    (object as? any LoadableObject).flatMap { rows.firstIndex(of: $0.row) } ?? NSNotFound
  }

  /// Returns the place of an object in a range, or `NSNotFound`.
  public func index(of object: Object, in range: NSRange) -> Int {
    let index = index(of: object)
    return range.contains(index) ? index : NSNotFound
  }

  /// Calls `body` with each object in order until it stops.
  public func enumerateObjects(
    _ body: (_ object: Object, _ index: Int, _ stop: UnsafeMutablePointer<ObjCBool>) throws -> Void
  ) rethrows {
    unsafe try enumerateObjects(options: [], using: body)
  }

  /// Calls `body` with each object in order, or from the last with the option `reverse`, until it stops.
  public func enumerateObjects(
    options: NSEnumerationOptions,
    using body: (_ object: Object, _ index: Int, _ stop: UnsafeMutablePointer<ObjCBool>) throws -> Void
  ) rethrows {
    unsafe try enumerateObjects(at: IndexSet(0..<count), options: options, using: body)
  }

  /// Calls `body` with the objects at some places until it stops.
  public func enumerateObjects(
    at indexes: IndexSet, options: NSEnumerationOptions,
    using body: (_ object: Object, _ index: Int, _ stop: UnsafeMutablePointer<ObjCBool>) throws -> Void
  ) rethrows {
    var stop: ObjCBool = false
    for index in options.contains(.reverse) ? AnySequence(indexes.reversed()) : AnySequence(indexes) {
      unsafe try body(object(at: index), index, &stop)
      if stop.boolValue { return }
    }
  }

  /// Returns the objects at some places.
  public func objects(at indexes: IndexSet) -> [Object] { indexes.map { object(at: $0) } }

  /// Reads the objects of a range at once, without keeping them.
  public func objects(at places: Range<Int>) -> [Object] {
    precondition(places.lowerBound >= 0 && places.upperBound <= count, "places inside the fetch result")
    do throws(CatalogError) {
      let objects = try load(Array(rows[places]))
      precondition(objects.count == places.count, "rows are never deleted")
      return objects
    } catch {
      preconditionFailure("a fetch result cannot be read: \(error)")
    }
  }

  /// Returns the objects in order, read in batches.
  public func makeIterator() -> some IteratorProtocol<Object> {
    (0..<count).lazy.map { self.object(at: $0) }.makeIterator()
  }

  /// The number of objects in memory.
  public var residentCount: Int { batches.withLock { $0.reduce(0) { $0 + $1.objects.count } } }
}

extension FetchResult where Object == Asset {
  /// Returns the number of assets of a type.
  public func countOfAssets(with mediaType: AssetMediaType) -> Int {
    reduce(0) { $0 + ($1.mediaType == mediaType ? 1 : 0) }
  }
}
