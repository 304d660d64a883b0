#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
    for name in made.reversed() { systemRemove("\(path)/\(name)") }
    systemRemove(path)
  }
}

/// remove(3) by a name that no method hides.
private func systemRemove(_ path: String) { _ = unsafe remove(path) }
