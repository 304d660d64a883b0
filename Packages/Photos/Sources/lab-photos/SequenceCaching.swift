import PhotosModel
import Strategies

/// What caching requests are in force, kept beside the manager by the plain words of its contract.
struct SequenceCaching {
  private let settings: ManagerSettings
  /// Not stopped, in the order of their coming; only assets that have some.
  private(set) var started: [AssetID: [ImageKey]] = [:]
  /// Keys in force, with whether high quality was allowed when they came into force.
  private(set) var inForce: [ImageKey: Bool] = [:]
  private(set) var removed: Set<AssetID> = []
  var allowsHighQuality = true

  init(_ settings: ManagerSettings) { self.settings = settings }

  mutating func start(_ key: ImageKey) {
    guard !removed.contains(key.asset), started[key.asset]?.contains(key) != true else { return }
    started[key.asset, default: []].append(key)
    bringIntoForce(key.asset)
  }

  mutating func stop(_ key: ImageKey) {
    guard started[key.asset]?.contains(key) == true else { return }
    started[key.asset]?.removeAll { $0 == key }
    if started[key.asset]?.isEmpty == true { started[key.asset] = nil }
    inForce[key] = nil
    bringIntoForce(key.asset)
  }

  mutating func stopAll() {
    started = [:]
    inForce = [:]
  }

  /// An edit or a deletion ends all caching requests of its asset.
  mutating func forget(_ asset: AssetID) {
    for key in started.removeValue(forKey: asset) ?? [] { inForce[key] = nil }
  }

  mutating func remove(_ asset: AssetID) {
    forget(asset)
    removed.insert(asset)
  }

  /// The first has precedence until it is stopped, unless the settings say that all are in force.
  private mutating func bringIntoForce(_ asset: AssetID) {
    let list = started[asset] ?? []
    for key in settings.secondCaching == .waits ? Array(list.prefix(1)) : list where inForce[key] == nil {
      inForce[key] = allowsHighQuality
    }
  }
}
