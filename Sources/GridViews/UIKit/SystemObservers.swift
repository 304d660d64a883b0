#if canImport(UIKit)
  import Foundation
  import GridDriver
  import UIKit

  /// Tells a feed the system's memory warnings and the way to the background and back, for as long as the object lives,
  /// which may end on any thread.
  final class SystemObservers {
    private final class Sign: Sendable {}

    private let life = Sign()
    private let observers: [any NSObjectProtocol]

    @MainActor
    init(_ feed: ScrollFeed, second: @escaping @MainActor () -> Void) {
      let calls: [(NSNotification.Name, @MainActor () -> Void)] = [
        (UIApplication.didReceiveMemoryWarningNotification, { feed.driver.memoryWarning() }),
        (UIApplication.didEnterBackgroundNotification, { feed.driver.memoryWarning() }),
        (UIApplication.willEnterForegroundNotification, { feed.enteredForeground() }),
      ]
      let center = NotificationCenter.default
      observers = calls.map { name, call in
        center.addObserver(forName: name, object: nil, queue: nil) { _ in MainQueue.perform(call) }
      }
      let timer = Timer(timeInterval: 1, repeats: true) { [weak life] timer in
        // Only the thread that a timer runs on may end it.
        if life == nil { timer.invalidate() } else { MainQueue.perform(second) }
      }
      // The common modes run while a finger moves the grid, too.
      RunLoop.main.add(timer, forMode: .common)
    }

    deinit {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
  }
#endif
