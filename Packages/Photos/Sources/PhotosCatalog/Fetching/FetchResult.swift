import GRDB
import Synchronization

/// What a fetch found (`PHFetchResult`): how many and which never changes; the objects are read in batches around the
/// index last read. Any thread may ask.
///
/// An object's properties are those of the moment when its batch is read. Photos promises a snapshot and says nothing
/// of objects that were not looked at yet: an assumption.
public final class FetchResult<Object: FetchedObject>: Sendable {
  /// Objects that are read together.
  public static var batchSize: Int { 64 }
  /// Batches that are kept: where the reader is, and both neighbours.
  public static var batchesMax: Int { 3 }

  /// Why there is nothing; nil when there is something.
  public let emptiness: FetchEmptiness?
  let rows: RowList
  /// Asks the database the same again.
  let query: Query
  let table: ObjectTable
  private let catalog: PhotoCatalog
  private let load: @Sendable ([Int64], PhotoCatalog) throws(CatalogError) -> [Object]
  private let rowOf: @Sendable (Object) -> Int64
  private let batches = Mutex<[Batch]>([])

  typealias Query = @Sendable (AssetLibrary) throws(CatalogError) -> FetchResult<Object>

  /// Objects of the places from `first` on.
  private struct Batch: Sendable {
    var first: Int
    var objects: [Object]
  }

  init(rows: RowList, query: @escaping Query, catalog: PhotoCatalog, emptiness: FetchEmptiness? = nil)
  where Object: LoadableObject {
    self.rows = rows
    self.query = query
    table = Object.table
    rowOf = { $0.row }
    self.catalog = catalog
    self.emptiness = rows.count > 0 ? nil : emptiness ?? .nothingMatches
    load = { rows, catalog throws(CatalogError) in
      try catalog.read { try Object.load(rows, library: catalog.library, in: $0) }
    }
  }

  public var count: Int { rows.count }

  /// The object at a place.
  ///
  /// - Precondition: the index is inside the result.
  /// - Throws: `CatalogError` when the database cannot be read.
  public func object(at index: Int) throws(CatalogError) -> Object {
    precondition(index >= 0 && index < count, "an index inside the fetch result")
    let first = index / FetchResult.batchSize * FetchResult.batchSize
    // Reading under the lock: a second reader of the same batch waits for it instead of reading it again.
    return try batches.withLock { batches throws(CatalogError) in
      if let known = batches.firstIndex(where: { $0.first == first }) {
        let batch = batches.remove(at: known)
        batches.append(batch)
        return batch.objects[index - first]
      }
      let batch = try read(first..<min(count, first + FetchResult.batchSize))
      if batches.count >= FetchResult.batchesMax { batches.removeFirst() }
      batches.append(batch)
      return batch.objects[index - first]
    }
  }

  public subscript(index: Int) -> Object {
    get throws(CatalogError) { try object(at: index) }
  }

  public var firstObject: Object? {
    get throws(CatalogError) { count > 0 ? try object(at: 0) : nil }
  }

  public var lastObject: Object? {
    get throws(CatalogError) { count > 0 ? try object(at: count - 1) : nil }
  }

  public func contains(_ object: Object) -> Bool { index(of: object) != nil }

  /// Where an object stands, by its name; nil when it is not in the result.
  public func index(of object: Object) -> Int? { rows.index(of: rowOf(object)) }

  /// Calls `body` with each object in order, until it says stop.
  public func enumerateObjects(
    _ body: (_ object: Object, _ index: Int, _ stop: inout Bool) throws -> Void
  ) throws {
    var stop = false
    for index in 0..<count where !stop { try body(try object(at: index), index, &stop) }
  }

  /// All objects of some places, read at once and not kept.
  public func objects(at places: Range<Int>) throws(CatalogError) -> [Object] {
    precondition(places.lowerBound >= 0 && places.upperBound <= count, "places inside the fetch result")
    return try read(places).objects
  }

  /// How many objects are in memory now.
  public var residentCount: Int { batches.withLock { $0.reduce(0) { $0 + $1.objects.count } } }

  /// What the list of rows takes, bytes; it stays as long as the result.
  public var listByteCount: Int { rows.byteCount }

  private func read(_ places: Range<Int>) throws(CatalogError) -> Batch {
    let objects = try load(places.map { rows[$0] }, catalog)
    guard objects.count == places.count else { throw .notFound("object of a fetch result") }
    return Batch(first: places.lowerBound, objects: objects)
  }
}
