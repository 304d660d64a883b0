import CLabSystem

package enum Paths {
  /// Returns the part before the last slash, or `.` if there is none.
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Returns the status of the file at a path, or nil if there is none, also for a link to nothing that is followed.
  ///
  /// - Throws: Any error but absence: a file that cannot be looked at is not absent.
  package static func status(_ path: String, followsLinks: Bool = true) throws(FileError) -> FileStatus? {
    var status = lab_status()
    let code = unsafe lab_status_of(path, followsLinks, &status)
    if code == -lab_ENOENT { return nil }
    try check(code, "stat", path)
    return FileStatus(status)
  }

  /// - Throws: `FileError.danglingLink` for a link to nothing, such as one to a disk that is not mounted.
  package static func exists(_ path: String) throws(FileError) -> Bool { try present(path) != nil }

  /// Returns whether a path is a directory or a link to one; throws the same errors as `exists`.
  package static func isFolder(_ path: String) throws(FileError) -> Bool { try present(path)?.isFolder == true }

  private static func present(_ path: String) throws(FileError) -> FileStatus? {
    if let status = try status(path) { return status }
    if try status(path, followsLinks: false) != nil { throw .danglingLink(path: path) }
    return nil
  }

  /// Creates a directory and those above it.
  package static func makeDirectory(_ path: String) throws(FileError) {
    do throws(FileError) {
      try makeInnermostDirectory(path)
    } catch .system(let call, _, .fileExists) {
      if try !isFolder(path) { throw .system(call: call, path: path, code: .notDirectory) }
    } catch .system(_, _, .noSuchFileOrDirectory) where directory(of: path) != path {
      try makeDirectory(directory(of: path))
      do throws(FileError) { try makeInnermostDirectory(path) } catch .system(_, _, .fileExists) {}
    }
  }

  /// Waits until the names in the directory of `path` are on the disk. A directory that cannot be synchronised is no
  /// error.
  package static func synchronizeDirectory(of path: String) {
    guard let directory = try? OpenFile(directory(of: path), .readOnly) else { return }
    try? directory.synchronize()
  }

  /// Returns the names in a directory, without `.` and `..`, sorted by bytes.
  package static func names(in directory: String) throws(FileError) -> [String] {
    guard let folder = unsafe lab_open_folder(directory) else {
      let error = FileError.system(call: "opendir", path: directory, code: SystemError(lab_error()))
      if error.isAbsence { _ = try exists(directory) }
      throw error
    }
    defer { unsafe lab_close_folder(folder) }
    var names: [String] = []
    var entry: UnsafePointer<CChar>?
    while unsafe try check(lab_next_name(folder, &entry), "readdir", directory) > 0, let text = unsafe entry {
      let name = unsafe String(cString: text)
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package static func absolute(_ path: String) throws(FileError) -> String {
    guard let resolved = unsafe SystemText.taking(lab_absolute(path)) else {
      throw .system(call: "realpath", path: path, code: SystemError(lab_error()))
    }
    return resolved
  }

  package static func isExecutable(_ path: String) -> Bool { unsafe lab_is_executable(path) }

  /// Removes a file's name; returns false if it remains.
  @discardableResult
  package static func remove(_ path: String) -> Bool { unsafe lab_remove(path) == 0 }

  static func makeInnermostDirectory(_ path: String) throws(FileError) {
    unsafe try check(lab_make_folder(path), "mkdir", path)
  }

  /// Creates a new directory from a path that ends in XXXXXX, the part that is made unique.
  static func makeNewDirectory(_ template: String) throws(FileError) -> String {
    var name = Array(template.utf8CString)
    unsafe try check(lab_make_new_folder(&name), "mkdtemp", template)
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package static func move(_ path: String, to name: String) throws(FileError) {
    unsafe try check(lab_rename(path, name), "rename", name)
  }

  /// Gives a file a second, unused name.
  package static func addName(_ name: String, to path: String) throws(FileError) {
    unsafe try check(lab_link(path, name), "link", name)
  }

  /// Returns what a call of the system gave, unless it is an error.
  @discardableResult
  static func check<Given: SignedInteger>(
    _ given: Given, _ call: String, _ path: String
  ) throws(FileError) -> Given {
    if given < 0 { throw .system(call: call, path: path, code: SystemError(Int32(-given))) }
    return given
  }
}
