/// A finished canvas and the tables that its JPEG data needs, the same for all canvases.
struct PaintedCanvas: Sendable {
  var encoded: EncodedCanvas
  var photoTables: JPEGTables
  var thumbnailTables: JPEGTables
}
