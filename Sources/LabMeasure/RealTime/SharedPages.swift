import LabSystem

/// Memory for bitmaps that several threads take and give back.
final class SharedPages {
  private struct State: ~Copyable {
    var store = PageStore()
    var cpu: Int64 = 0
  }

  private let state = Monitor(State())

  /// CPU time of making pages resident and giving them back so far, nanoseconds.
  var cpu: Int64 { state.withLock { $0.cpu } }

  /// Resident memory for a bitmap of `bytes`.
  func allocate(bytes: Int) throws(MeasureError) -> UnsafeMutableRawPointer {
    let result = unsafe state.withLock { state in
      let started = Clocks.threadCPU()
      defer { state.cpu += Clocks.threadCPU() - started }
      return unsafe Result { () throws(MeasureError) in unsafe try state.store.allocate(bytes: bytes) }
    }
    return unsafe try result.get()
  }

  func release(_ address: UnsafeMutableRawPointer, bytes: Int) {
    state.withLock { state in
      let started = Clocks.threadCPU()
      unsafe state.store.release(address, bytes: bytes)
      state.cpu += Clocks.threadCPU() - started
    }
  }
}
