import CLabSystem
import SystemPackage

/// What the system knows of this process, and its end.
package enum ThisProcess {
  package static var id: Int32 { lab_process() }

  static var userID: UserID { UserID(rawValue: lab_user()) }

  /// A variable of the environment, which may be empty; nil where it is not set.
  package static func variable(_ name: String) -> String? {
    guard let value = unsafe lab_variable(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Sets a variable, for this process and those that it starts.
  package static func setVariable(_ name: String, _ value: String) { unsafe lab_set_variable(name, value) }

  /// The path of the running executable; nil where the system does not tell it.
  package static var executable: String? { unsafe SystemText.taking(lab_executable()) }

  /// Starts a program in this process, with the words of this one. Returns only where the system refuses.
  package static func become(_ executable: String) { unsafe lab_become(executable, CommandLine.unsafeArgv) }

  /// Sees to it that the program begins at the same addresses each time: it is started anew where it does not. Where the
  /// system refuses, it goes on as it is.
  package static func fixAddresses() {
    guard lab_fix_addresses() == 1, let executable else { return }
    become(executable)
  }

  /// Bytes of address space at most from now on; false where the system refuses.
  package static func limitAddressSpace(to byteCount: Int) -> Bool { lab_limit_address_space(Int64(byteCount)) == 0 }

  /// Ends the process.
  package static func end(_ code: Int32) -> Never { lab_end(code) }

  /// Ends the process without anything that is to happen at its end.
  package static func endAtOnce(_ code: Int32) -> Never { lab_end_at_once(code) }
}
