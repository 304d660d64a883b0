#if canImport(UIKit)
  import Foundation
  import GridDriver
  import UIKit

  /// Tells a feed the system's memory warnings and the way to the background and back, for as long as the object lives.
  @MainActor
  final class SystemObservers {
    private let life: Life

    /// - Parameter second: Called about once a second.
    init(_ feed: ScrollFeed, second: @escaping @MainActor () -> Void) {
      let calls: [(NSNotification.Name, @MainActor () -> Void)] = [
        (UIApplication.didReceiveMemoryWarningNotification, { feed.driver.memoryWarning() }),
        (UIApplication.didEnterBackgroundNotification, { feed.driver.memoryWarning() }),
        (UIApplication.willEnterForegroundNotification, { feed.enteredForeground() }),
      ]
      let center = NotificationCenter.default
      let observers = calls.map { name, call in
        center.addObserver(forName: name, object: nil, queue: nil) { _ in MainQueue.perform(call) }
      }
      life = Life(observers)
      let isAlive = life.isAlive
      let timer = Timer(timeInterval: 1, repeats: true) { [weak isAlive] timer in
        // Only the thread that a timer runs on may end it.
        if isAlive == nil { timer.invalidate() } else { MainQueue.perform(second) }
      }
      // The common modes run while a finger moves the grid, too.
      RunLoop.main.add(timer, forMode: .common)
    }

    /// Ends the observers with its owner, on any thread.
    private final class Life {
      final class Sign: Sendable {}

      let isAlive = Sign()
      private let observers: [any NSObjectProtocol]

      init(_ observers: [any NSObjectProtocol]) { self.observers = observers }

      deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
      }
    }
  }
#endif
