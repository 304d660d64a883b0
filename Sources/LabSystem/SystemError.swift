import CLabSystem

/// An error number of the system, `errno`.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, to which another system may give another meaning.
  public let number: Int32

  package init(_ number: Int32) { self.number = number }

  package static let noSuchFileOrDirectory = SystemError(lab_ENOENT)
  package static let badFileDescriptor = SystemError(lab_EBADF)
  package static let fileExists = SystemError(lab_EEXIST)
  package static let notDirectory = SystemError(lab_ENOTDIR)
  package static let brokenPipe = SystemError(lab_EPIPE)
  package static let tooManySymbolicLinkLevels = SystemError(lab_ELOOP)

  /// The system's message.
  public var description: String { unsafe String(cString: lab_error_text(number)) }

  /// The system's message, with the cure if something has run out.
  package var withCure: String {
    switch number {
    case lab_EMFILE: "\(self); ulimit -n 256 lets more files be open"
    case lab_EAGAIN: "\(self); raise the limit on processes, ulimit -u or pids.max of a container"
    default: description
    }
  }
}
