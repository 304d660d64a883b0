import CLabSystem
import SystemPackage

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
