import CLabSystem

package enum Machine {
  /// The processors that may be used now, at least 1.
  package static var processorCount: Int { max(1, onlineProcessorCount) }

  /// The processors that may be used now; -1 if the system does not tell.
  package static var onlineProcessorCount: Int { Int(lab_processors()) }

  /// The ticks a second in which the system counts the time of processors.
  package static var ticksPerSecond: Int { Int(lab_ticks_per_second()) }

  package static let pageSize = Int(lab_page_size())

  /// The name of the machine; empty if the system does not tell.
  package static var hostName: String { unsafe SystemText.taking(lab_host()) ?? "" }

  /// The processor's own name, or nil if the system does not tell.
  package static var processor: String? { unsafe SystemText.taking(lab_processor_name()) }

  package static var hasAVX2: Bool { lab_has_avx2() }

  /// True if programs may contain the Swift library, so that they run without an installed Swift.
  package static var hasStaticSwift: Bool { lab_carries_swift() }

  /// The accounting of a process's memory: `resident` or `physical-footprint`. The two are not compared.
  package static var memoryAccounting: String { unsafe String(cString: lab_memory_accounting()) }

  /// The version of the kernel, or nil if the system does not tell.
  package static var kernel: String? { unsafe SystemText.taking(lab_kernel()) }
}
