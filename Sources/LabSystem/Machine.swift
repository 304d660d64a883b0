@_exported public import CacheLab
import CLabSystem
@_exported public import SystemPackage

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

package enum ThisProcess {
  package static var id: Int32 { lab_process() }

  static var userID: UserID { UserID(rawValue: lab_user()) }

  /// Returns a variable of the environment, which may be empty, or nil if it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe lab_variable(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Sets a variable for this process and its children.
  package static func setVariable(_ name: String, _ value: String) { unsafe lab_set_variable(name, value) }

  /// The path of the running executable, or nil if the system does not tell.
  package static var executable: String? { unsafe SystemText.taking(lab_executable()) }

  /// Replaces this process by a program, with the same arguments. Returns only if the system refuses.
  package static func become(_ executable: String) { unsafe lab_become(executable, CommandLine.unsafeArgv) }

  package static func limitAddressSpace(to byteCount: Int) -> Bool { lab_limit_address_space(Int64(byteCount)) == 0 }

  package static func end(_ code: Int32) -> Never { lab_end(code) }

  /// Ends the process without running exit handlers.
  package static func endAtOnce(_ code: Int32) -> Never { lab_end_at_once(code) }
}

package enum Pages {
  /// Maps new memory of this process alone.
  ///
  /// - Parameter isResident: Whether its pages are made resident at once.
  package static func map(byteCount: Int, isResident: Bool = false) throws(Errno) -> UnsafeMutableRawPointer {
    guard let address = unsafe lab_map(byteCount, isResident) else { throw Errno(rawValue: lab_error()) }
    return unsafe address
  }

  package static func unmap(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_unmap(address, byteCount)
  }

  /// Protects pages from all access, which then crashes.
  package static func close(_ address: UnsafeMutableRawPointer, byteCount: Int) throws(Errno) {
    let code = unsafe lab_close_pages(address, byteCount)
    if code < 0 { throw Errno(rawValue: -code) }
  }

  /// Writes to each page, so that it is resident.
  package static func touch(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_touch(address, byteCount)
  }

  /// Keeps pages small: a huge one would make 512 resident instead of one. Only Linux does otherwise.
  package static func refuseHuge(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_refuse_huge(address, byteCount)
  }

  /// Gives back pages that the system can read again from their file.
  package static func giveBack(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_give_back(address, byteCount)
  }
}

/// Reads small files of the system.
package enum SystemText {
  static func taking(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe lab_free(text) }
    return unsafe String(cString: text)
  }

  /// Returns the first 64 KiB of a file as text, or nil if it cannot be read.
  package static func read(_ path: String) -> String? {
    guard let file = unsafe try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return nil }
    defer { try? file.close() }
    return unsafe String(unsafeUninitializedCapacity: 65_536) { buffer in
      var used = 0
      while used < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[used...])
        guard let count = unsafe try? file.read(fromAbsoluteOffset: Int64(used), into: rest), count > 0 else { break }
        used += count
      }
      return used
    }
  }
}
