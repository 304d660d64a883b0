import CLabSystem

/// The machine's clocks, the only place where the lab asks for the time.
public enum Clocks {
  /// CPU time of the calling thread, nanoseconds.
  public static func threadCPU() -> Int64 { lab_thread_cpu() }

  /// CPU time of all threads of the process, nanoseconds.
  public static func processCPU() -> Int64 { lab_process_cpu() }

  /// A clock that only goes forward, nanoseconds since an unspecified start.
  public static func monotonic() -> Int64 { lab_monotonic() }

  /// Waits until `monotonic()` has reached `time`; returns at once when it has.
  public static func wait(until time: Int64) { lab_wait_until(time) }

  /// Seconds since 1970, UTC.
  public static func wallSeconds() -> Int64 { lab_seconds_since_1970() }
}
