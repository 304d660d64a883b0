extension PhotoLibrary {
  /// True for a folder of the user's own files, false for a library that was made.
  public var isFolder: Bool {
    if case .folder = content { true } else { false }
  }
}
