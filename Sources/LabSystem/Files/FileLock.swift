/// What came of trying to lock a file.
package enum FileLock {
  case taken
  /// Another process, or another part of this one, has it.
  case othersHold
  /// The file system has no locks.
  case unknown
}
