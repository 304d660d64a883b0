import ArgumentParser

/// How a workload asks for its images.
enum WorkloadCalls: String, CaseIterable, ExpressibleByArgument {
  /// One after another, each before the call returns.
  case synchronous
  /// All at once, as a loop without a limit does.
  case asynchronous
}
