public import Foundation
public import PhotosModel

// Foundation on Linux has NSPredicate and NSSortDescriptor without formats and keys. These additions let an app's fetch
// options compile unchanged.

extension FetchPredicate {
  private static var depthMax: Int { 200 }

  /// Reads a predicate with a format, or a compound of such predicates.
  ///
  /// - Throws: `CatalogError.badPredicate` with the place and the expected words.
  init(
    _ predicate: NSPredicate, keys: [String: FetchKey], library: UInt64, depth: Int = 0
  ) throws(CatalogError) {
    guard depth < FetchPredicate.depthMax else {
      throw .badPredicate(text: "a compound", reason: "more than \(FetchPredicate.depthMax) inside each other")
    }
    if let compound = predicate as? NSCompoundPredicate {
      var parts: [FetchPredicate] = []
      for part in compound.subpredicates {
        guard let part = part as Any as? NSPredicate else { continue }
        parts.append(try FetchPredicate(part, keys: keys, library: library, depth: depth + 1))
      }
      switch compound.compoundPredicateType {
      case .and: self = .and(parts)
      case .or: self = .or(parts)
      case .not: self = .not(parts.count == 1 ? parts[0] : .and(parts))
      }
      return
    }
    guard let (format, arguments) = predicate.written else {
      throw .badPredicate(text: "a block", reason: "Photos takes no block; write a format")
    }
    self = try PredicateReader(format, arguments, keys: keys, library: library).readAll()
  }
}

#if canImport(ObjectiveC)
  extension NSPredicate {
    /// The format and its arguments.
    var written: (format: String, arguments: [Any])? {
      self is NSComparisonPredicate || self is NSCompoundPredicate ? (predicateFormat, []) : nil
    }
  }

  extension NSSortDescriptor {
    var name: String? { key }
  }
#else
  extension NSPredicate {
    /// The format and its arguments, or nil for a block.
    var written: (format: String, arguments: [Any])? {
      if let own = self as? FormatPredicate { return (own.format, own.arguments) }
      let value = [true, false].first { isEqual(NSPredicate(value: $0)) }
      return value.map { ($0 ? "TRUEPREDICATE" : "FALSEPREDICATE", []) }
    }
  }

  extension NSSortDescriptor {
    var name: String? { (self as? KeySortDescriptor)?.keyName }
  }

  /// A predicate that keeps its text and evaluates nothing.
  final class FormatPredicate: NSPredicate {
    let format: String
    let arguments: [Any]

    init(_ format: String, _ arguments: [Any]) {
      self.format = format
      self.arguments = arguments
      super.init(block: { _, _ in false })
    }

    required init?(coder: NSCoder) { nil }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var description: String { format }
  }

  /// A sort descriptor that keeps its key and compares nothing.
  final class KeySortDescriptor: NSSortDescriptor {
    let keyName: String

    init(_ keyName: String, ascending: Bool) {
      self.keyName = keyName
      super.init(keyPath: \String.count, ascending: ascending)
    }

    required init?(coder: NSCoder) { nil }

    override func copy(with zone: NSZone? = nil) -> Any { self }
  }

  /// Lets an initializer of an extension return a subclass.
  public protocol FormatMaking {}

  extension NSPredicate: FormatMaking {}
  extension NSSortDescriptor: FormatMaking {}

  extension FormatMaking {
    private static func made(_ value: NSObject) -> Self {
      guard let value = value as? Self else { preconditionFailure("call it on the class itself") }
      return value
    }

    /// `NSPredicate(format: "mediaType == %d", AssetMediaType.image.rawValue)`
    public init(format: String, _ arguments: Any?...) {
      self = Self.made(FormatPredicate(format, arguments.map { $0 as Any }))
    }

    /// `NSPredicate(format: "localIdentifier IN %@", argumentArray: [names])`
    public init(format: String, argumentArray arguments: [Any]?) {
      self = Self.made(FormatPredicate(format, arguments ?? []))
    }

    /// `NSSortDescriptor(keyPath: \Asset.creationDate, ascending: false)`
    public init<Value>(keyPath: KeyPath<Asset, Value>, ascending: Bool) {
      let names: [PartialKeyPath<Asset>: String] = [
        \.creationDate: "creationDate", \.modificationDate: "modificationDate", \.duration: "duration",
        \.mediaType: "mediaType", \.pixelWidth: "pixelWidth", \.pixelHeight: "pixelHeight",
        \.isFavorite: "isFavorite", \.isHidden: "isHidden", \.localIdentifier: "localIdentifier",
      ]
      self = Self.made(KeySortDescriptor(names[keyPath] ?? "\(keyPath)", ascending: ascending))
    }

    /// `NSSortDescriptor(key: "creationDate", ascending: false)`
    public init(key: String?, ascending: Bool) {
      self = Self.made(KeySortDescriptor(key ?? "", ascending: ascending))
    }
  }
#endif
