extension RecordStore {
  /// Names of the records in the folder, oldest first.
  ///
  /// - Throws: `ResultError.cannotRead` when the folder is not there or cannot be read.
  public func names() throws(ResultError) -> [String] {
    do {
      return try Paths.names(in: directory).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
    } catch {
      throw .cannotRead(directory, reason: error.reason)
    }
  }
}
