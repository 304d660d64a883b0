public import Foundation
import GRDB
public import PhotosModel
import Synchronization

/// Why a fetch result is empty.
public enum FetchEmptiness: Hashable, Sendable {
  /// Nothing in the library is what was asked for.
  case nothingMatches
  /// The app may not read the library.
  case noAccess(AuthorizationStatus)
  /// The options cannot be read, or the database cannot, for this reason. Photos raises an exception.
  case failed(String)
}

/// What a fetch result holds: assets, albums, folders.
public protocol FetchedObject: Hashable, Sendable {
  var localIdentifier: String { get }
}

protocol LoadableObject: FetchedObject {
  /// What rows of its table may be.
  associatedtype Loaded
  /// Reads rows, in their order; one that is not there is left out.
  static func load(_ rows: [Int64], of photos: AssetLibrary, in db: Database, _ take: (Loaded) -> Void) throws
  var row: Int64 { get }
}

extension LoadableObject {
  /// Rows that are of this type, in their order.
  static func all(_ rows: [Int64], of photos: AssetLibrary, in db: Database) throws -> [Self] {
    var objects: [Self] = []
    objects.reserveCapacity(rows.count)
    try load(rows, of: photos, in: db) { if let object = $0 as? Self { objects.append(object) } }
    return objects
  }
}

/// What a fetch found (`PHFetchResult`): how many and which never changes; the objects are read in batches around the
/// index last read, with the properties that they have then. Any thread may ask.
public final class FetchResult<Object: FetchedObject>: Sequence, Sendable {
  /// Objects that are read together.
  public static var batchSize: Int { 64 }
  /// Batches that are kept: where the reader is, and both neighbours.
  public static var batchesMax: Int { 3 }

  /// Why there is nothing; nil when there is something.
  public let emptiness: FetchEmptiness?
  let rows: RowList
  let query: Query
  let wantsDetails: Bool
  private let load: @Sendable ([Int64]) throws(CatalogError) -> [Object]
  private let batches = Mutex<[Batch]>([])

  typealias Query = @Sendable () -> FetchResult<Object>

  private struct Batch: Sendable {
    var first: Int
    var objects: [Object]
  }

  init(
    rows: RowList, of photos: AssetLibrary, wantsDetails: Bool = true, emptiness: FetchEmptiness? = nil,
    query: @escaping Query
  ) where Object: LoadableObject {
    self.rows = rows
    self.query = query
    self.wantsDetails = wantsDetails
    self.emptiness = rows.count > 0 ? nil : emptiness ?? .nothingMatches
    load = { rows throws(CatalogError) in
      try photos.catalog.read { try Object.all(rows, of: photos, in: $0) }
    }
  }

  /// An empty result, until an app has fetched one.
  public init() {
    rows = RowList()
    (wantsDetails, emptiness) = (true, .nothingMatches)
    query = { FetchResult() }
    load = { (_) throws(CatalogError) in [] }
  }

  public var count: Int { rows.count }

  /// The object at a place.
  ///
  /// - Precondition: the index is inside the result, and the catalog's file can still be read.
  public func object(at index: Int) -> Object {
    precondition(index >= 0 && index < count, "an index inside the fetch result")
    let first = index / FetchResult.batchSize * FetchResult.batchSize
    // Reading under the lock: a second reader of the same batch waits for it instead of reading it again.
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

  /// Where an object stands, by its name; `NSNotFound` when it is not in the result.
  public func index(of object: Object) -> Int {
    (object as? any LoadableObject).flatMap { rows.index(of: $0.row) } ?? NSNotFound
  }

  /// Where an object stands, if that is in the range.
  public func index(of object: Object, in range: NSRange) -> Int {
    let index = index(of: object)
    return range.contains(index) ? index : NSNotFound
  }

  /// Calls `body` with each object in order, until it says stop.
  public func enumerateObjects(
    _ body: (_ object: Object, _ index: Int, _ stop: UnsafeMutablePointer<ObjCBool>) throws -> Void
  ) rethrows {
    unsafe try enumerateObjects(options: [], using: body)
  }

  /// The same, from the last where the options say `reverse`.
  public func enumerateObjects(
    options: NSEnumerationOptions,
    using body: (_ object: Object, _ index: Int, _ stop: UnsafeMutablePointer<ObjCBool>) throws -> Void
  ) rethrows {
    unsafe try enumerateObjects(at: IndexSet(0..<count), options: options, using: body)
  }

  /// The same, of the objects at some places.
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

  /// The objects at some places.
  public func objects(at indexes: IndexSet) -> [Object] { indexes.map { object(at: $0) } }

  /// All objects of some places, read at once and not kept.
  public func objects(at places: Range<Int>) -> [Object] {
    precondition(places.lowerBound >= 0 && places.upperBound <= count, "places inside the fetch result")
    do throws(CatalogError) {
      let objects = try load(places.map { rows[$0] })
      precondition(objects.count == places.count, "rows are never deleted")
      return objects
    } catch {
      preconditionFailure("a fetch result cannot be read: \(error)")
    }
  }

  /// Each object in order, in batches.
  public func makeIterator() -> some IteratorProtocol<Object> {
    (0..<count).lazy.map { self.object(at: $0) }.makeIterator()
  }

  /// How many objects are in memory now.
  public var residentCount: Int { batches.withLock { $0.reduce(0) { $0 + $1.objects.count } } }
}

extension FetchResult where Object == Asset {
  /// How many are of a type.
  public func countOfAssets(with mediaType: AssetMediaType) -> Int {
    reduce(0) { $0 + ($1.mediaType == mediaType ? 1 : 0) }
  }
}
