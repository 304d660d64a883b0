@_exported public import CacheLab
import CLabSystem

package enum Machine {
  package static var processorCount: Int { max(1, Int(lab_processors())) }

  package static let pageSize = Int(lab_page_size())

  package static var hostName: String { unsafe SystemText.taking(lab_host()) ?? "" }

  package static var processor: String? { unsafe SystemText.taking(lab_processor_name()) }

  /// The accounting of a process's memory: `resident` or `physical-footprint`. The two are not compared.
  package static var memoryAccounting: String { unsafe String(cString: lab_memory_accounting()) }

  package static var kernel: String? { unsafe SystemText.taking(lab_kernel()) }
}

package enum ThisProcess {
  package static var id: Int32 { lab_process() }

  /// Returns a variable of the environment, which may be empty, or nil if it is not set.
  package static func variable(_ name: String) -> String? {
    unsafe lab_variable(name).map { unsafe String(cString: $0) }
  }

  package static func setVariable(_ name: String, _ value: String) { unsafe lab_set_variable(name, value) }

  package static var executable: String? { unsafe SystemText.taking(lab_executable()) }

  /// Replaces this process by a program, with the same arguments. Returns only if the system refuses.
  package static func become(_ executable: String) { unsafe lab_become(executable, CommandLine.unsafeArgv) }

  package static func end(_ code: Int32) -> Never { lab_end(code) }

  /// Ends the process without running exit handlers.
  package static func endAtOnce(_ code: Int32) -> Never { lab_end_at_once(code) }
}

package enum SystemText {
  static func taking(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe lab_free(text) }
    return unsafe String(cString: text)
  }

  /// Returns the first 64 KiB of a file as text, or nil if it cannot be read.
  package static func read(_ path: String) -> String? {
    (try? OpenFile(path, .readOnly).prefix(65_536)).map { String(decoding: $0, as: UTF8.self) }
  }
}
