import Glibc

/// A new folder; `remove` takes it away with the files that were made in it.
struct TemporaryFolder {
  let path: String
  private var made: [String] = []

  init() {
    var template = Array("/tmp/cachelab-trace-XXXXXX".utf8CString)
    path = unsafe template.withUnsafeMutableBufferPointer { name in
      unsafe mkdtemp(name.baseAddress!).map { unsafe String(cString: $0) } ?? ""
    }
    precondition(!path.isEmpty, "a temporary folder can be made")
  }

  mutating func makeFolder(_ name: String) {
    unsafe mkdir("\(path)/\(name)", 0o700)
    made.append(name)
  }

  mutating func makeFile(_ name: String) {
    close(unsafe open("\(path)/\(name)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    made.append(name)
  }

  /// Files go before the folders they are in.
  func remove() {
    for name in made.reversed() { unsafe Glibc.remove("\(path)/\(name)") }
    unsafe Glibc.remove(path)
  }
}
