#if canImport(UIKit)
  import Foundation
  import GridDriver
  import UIKit

  /// Observers of the system's memory warnings and of each second, until it is let go of.
  @MainActor
  final class SystemObservers {
    private let life: Life

    /// - Parameters:
    ///   - memory: The system asks for memory, or the app went to the background.
    ///   - foreground: The app is back.
    ///   - second: A second has passed, about.
    init(
      memory: @escaping @MainActor () -> Void, foreground: @escaping @MainActor () -> Void,
      second: @escaping @MainActor () -> Void
    ) {
      let calls = [
        (UIApplication.didReceiveMemoryWarningNotification, memory),
        (UIApplication.didEnterBackgroundNotification, memory),
        (UIApplication.willEnterForegroundNotification, foreground),
      ]
      let center = NotificationCenter.default
      let observers = calls.map { name, call in
        center.addObserver(forName: name, object: nil, queue: nil) { _ in
          MainQueue.perform(call)
        }
      }
      life = Life(observers)
      let isAlive = life.isAlive
      let timer = Timer(timeInterval: 1, repeats: true) { [weak isAlive] timer in
        // Only the thread that a timer runs on may end it.
        if isAlive == nil { timer.invalidate() } else { MainQueue.perform(second) }
      }
      // While a finger moves the grid, too.
      RunLoop.main.add(timer, forMode: .common)
    }

    /// Ends with its owner, on whatever thread that is.
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
