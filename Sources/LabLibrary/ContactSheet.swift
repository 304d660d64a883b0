import CacheLab
import StrategyKit

/// A picture of many photos side by side, for a person to look at.
public struct ContactSheet: Sendable {
  public var columnCount: Int
  /// Side of a photo's square in pixels.
  public var cellSide: Int32

  public init(columnCount: Int = 12, cellSide: Int32 = 160) {
    self.columnCount = columnCount
    self.cellSide = cellSide
  }

  /// Draws assets row by row, the middle square of each; one that does not decode stays black.
  ///
  /// - Returns: A JPEG file.
  /// - Throws: `LibraryError`.
  public func draw(_ assets: [Int], of library: PhotoLibrary) throws(LibraryError) -> [UInt8] {
    precondition(columnCount > 0 && cellSide > 0, "a sheet with an area")
    let rows = (assets.count + columnCount - 1) / columnCount
    let size = PixelSize(width: Int32(columnCount) * cellSide, height: Int32(max(1, rows)) * cellSide)
    guard JPEGLimits.standard.allow(size) else {
      throw .badConfiguration("a contact sheet of \(size) is too large: draw fewer assets")
    }
    let sheet = Plane<UInt32>(width: Int(size.width), height: Int(size.height))
    var reader = try library.makeReader()
    do throws(CodecError) {
      var decoder = try PhotoDecoder(library.decoder)
      for (place, asset) in assets.enumerated() where library.index[asset].decodes {
        try draw(asset, of: library, with: &decoder, &reader, onto: sheet, at: place)
      }
      var encoder = try JPEGEncoder(largest: size)
      let pixels = unsafe UnsafeRawBufferPointer(start: sheet.row(0), count: Int(size.pixelCount) * 4)
      return unsafe Array(try unsafe encoder.encode(bgra: pixels, size: size, quality: 90))
    } catch {
      throw .codec(path: library.path, error)
    }
  }

  private func draw(
    _ asset: Int, of library: PhotoLibrary, with decoder: inout PhotoDecoder, _ reader: inout AssetReader,
    onto sheet: borrowing Plane<UInt32>, at place: Int
  ) throws(CodecError) {
    let source = library.index[asset].size
    let target = PixelSize(width: cellSide, height: cellSide)
    let scale = ScaleSet.all.scale(for: source, reaching: target)
    let size = scale.scaled(source)
    let photo = Plane<UInt32>(width: Int(size.width), height: Int(size.height))
    let pixels = unsafe UnsafeMutableRawBufferPointer(start: photo.row(0), count: Int(size.pixelCount) * 4)
    // A file that went away leaves its square black; the sheet is for looking at.
    guard let jpeg = try? unsafe reader.read(asset) else { return }
    _ = try unsafe decoder.decode(jpeg, as: BitmapForm(source, at: scale), expecting: source, into: pixels)
    let side = min(photo.width, photo.height)
    let (left, top) = ((photo.width - side) / 2, (photo.height - side) / 2)
    let cell = Int(cellSide)
    let (x, y) = (place % columnCount * cell, place / columnCount * cell)
    for row in 0..<cell {
      let from = unsafe photo.row(top + row * side / cell) + left
      let to = unsafe sheet.row(y + row) + x
      for column in 0..<cell { unsafe to[column] = from[column * side / cell] }
    }
  }
}
