import LabLibrary

/// How the files of a library must be turned. Made libraries stand upright; a folder's files are asked, once.
struct AssetOrientations: ~Copyable {
  private var reader: AssetReader?

  init(_ library: PhotoLibrary) throws(LibraryError) {
    reader = library.isFolder ? try library.makeReader() : nil
  }

  /// EXIF's 1 to 8; 1 for a file that says nothing or is no JPEG.
  mutating func orientation(of index: Int) throws(LibraryError) -> Int32 {
    guard let bytes = try unsafe reader?.read(index) else { return 1 }
    guard let markers = try? unsafe JPEGMarkers(bytes) else { return 1 }
    return Int32(markers.orientation)
  }
}
