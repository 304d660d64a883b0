import Synchronization

/// Who is told of changes, in the order of registration. Observers are not kept alive.
struct ObserverList: Sendable {
  private struct Entry: Sendable {
    weak var observer: (any LibraryChangeObserver)?
  }

  private var entries: [Entry] = []

  var all: [any LibraryChangeObserver] { entries.compactMap { $0.observer } }

  /// Registering twice is once.
  mutating func add(_ observer: any LibraryChangeObserver) {
    remove(observer)
    entries.append(Entry(observer: observer))
  }

  mutating func remove(_ observer: any LibraryChangeObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }
}

extension AssetLibrary {
  public func register(_ observer: any LibraryChangeObserver) { observers.withLock { $0.add(observer) } }

  public func unregister(_ observer: any LibraryChangeObserver) { observers.withLock { $0.remove(observer) } }

  /// Outside the lock, so that an observer may fetch, change and unregister.
  func tellObservers(_ change: LibraryChange) {
    for observer in observers.withLock({ $0.all }) { observer.photoLibraryDidChange(change) }
  }
}
