#if !hasFeature(Embedded)
  import Dispatch

  /// Runs work on the main actor, from code that may run on any thread, such as callbacks of Apple's frameworks.
  package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    /// Runs `body` at once on the main queue, or else later, in the order of calls.
    package static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
      if DispatchQueue.getSpecific(key: key) != nil {
        MainActor.assumeIsolated(body)
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
      }
    }
  }
#endif
