#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The machine's clocks, the only place where the lab asks for the time.
public enum Clocks {
  /// CPU time of the calling thread, nanoseconds.
  public static func threadCPU() -> Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// CPU time of all threads of the process, nanoseconds.
  public static func processCPU() -> Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// CPU time of the processes that this one has started and waited for, nanoseconds.
  public static func childrenCPU() -> Int64 {
    var usage = rusage()
    #if canImport(Glibc)
      unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #else
      unsafe getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
    return seconds * 1_000_000_000 + Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000
  }

  /// A clock that only goes forward, nanoseconds since an unspecified start.
  public static func monotonic() -> Int64 { read(CLOCK_MONOTONIC) }

  /// Waits until `monotonic()` has reached `time`; returns at once when it has.
  public static func wait(until time: Int64) {
    var due = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    // A signal's handler ends the wait early.
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, nil) == EINTR {}
  }

  /// Seconds since 1970, UTC.
  public static func wallSeconds() -> Int64 { read(CLOCK_REALTIME) / 1_000_000_000 }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
