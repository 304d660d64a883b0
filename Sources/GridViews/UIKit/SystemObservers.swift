#if canImport(UIKit)
  import Foundation
  import GridDriver
  import UIKit

  /// Observers of the system's memory warnings and of each second, for as long as the object lives.
  @MainActor
  final class SystemObservers {
    private let life: Life

    /// - Parameters:
    ///   - memory: Called when the system asks for memory, or the app goes to the background.
    ///   - foreground: Called when the app is back.
    ///   - second: Called about once a second.
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
