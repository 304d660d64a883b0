#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  /// What the system tells of memory, and a call each second, until it is let go of.
  @MainActor
  final class SystemObservers {
    private let tokens: Tokens

    /// - Parameters:
    ///   - memory: The system asks for memory, or the app went to the background.
    ///   - second: A second has passed, about.
    init(memory: @escaping @MainActor () -> Void, second: @escaping @MainActor () -> Void) {
      let names = [UIApplication.didReceiveMemoryWarningNotification, UIApplication.didEnterBackgroundNotification]
      let center = NotificationCenter.default
      let observers = names.map { name in
        center.addObserver(forName: name, object: nil, queue: nil) { _ in
          MainQueue.perform(memory)
        }
      }
      let timer = Timer(timeInterval: 1, repeats: true) { _ in MainQueue.perform(second) }
      // While a finger moves the grid, too.
      RunLoop.main.add(timer, forMode: .common)
      tokens = Tokens(observers: observers, timer: timer)
    }

    /// Ends with its owner, on whatever thread that is.
    private final class Tokens {
      let observers: [any NSObjectProtocol]
      let timer: Timer

      init(observers: [any NSObjectProtocol], timer: Timer) {
        self.observers = observers
        self.timer = timer
      }

      deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        timer.invalidate()
      }
    }
  }
#endif
