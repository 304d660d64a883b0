#if !hasFeature(Embedded)
  import Dispatch

  /// Work of the main actor, from code that may run on any thread, such as what Apple's frameworks call.
  package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    /// At once where the main queue runs; otherwise later, in the order of the calls.
    package static func perform(_ body: @escaping @MainActor @Sendable () -> Void) {
      if DispatchQueue.getSpecific(key: key) != nil {
        MainActor.assumeIsolated(body)
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
      }
    }
  }
#endif
