enum PoolMaker {
  static let maxByteCount = 64 << 20

  /// Makes the pool at `path`, whole or not at all.
  ///
  /// - Parameter progress: Called with the share that is done, from any thread, never by two at once.
  static func make(
    seed: UInt64, geometry: PoolGeometry, at path: String, progress: (@Sendable (Double) -> Void)?
  ) throws {
    let textures = TextureSet(size: min(1024, geometry.canvasWidth / 2), seed: seed)
    let painted = ParallelLoop.map(geometry.canvasCount, progress: progress) { index in
      Result { () throws(CodecError) in try paint(canvas: index, seed: seed, geometry, textures) }
    }
    var header: PoolHeader
    do {
      header = PoolHeader(
        seed: seed, geometry: geometry, photoTables: try JPEGTables(quality: CanvasCutter.quality),
        thumbnailTables: try JPEGTables(quality: CanvasCutter.thumbnailQuality),
        canvases: try painted.map { try $0.get().canvas })
    } catch {
      throw LibraryError("\(path): \(error)")
    }
    let bytes = header.encoded()
    guard header.fileByteCount <= maxByteCount else {
      throw LibraryError("a pool of \(header.fileByteCount) bytes passes the limit of \(maxByteCount)")
    }
    let file = try AtomicFile(path)
    try file.write(bytes)
    for canvas in painted { try file.write(canvas.get().bytes) }
    try file.commit()
  }

  static func paint(
    canvas index: Int, seed: UInt64, _ geometry: PoolGeometry, _ textures: TextureSet
  ) throws(CodecError) -> (canvas: PoolHeader.Canvas, bytes: [UInt8]) {
    let random = SplitMix64(seed: SplitMix64.hash(seed ^ 0x7363_656E_65, UInt64(index)))
    // Each kind of scene begins with a ground of its own.
    let empty = Scene(width: geometry.canvasWidth, height: geometry.canvasHeight, Material(Colour(0)))
    var stage = Stage(geometry: geometry, textures: textures, random: random, scene: empty)
    SceneKind.of(canvas: index, profile: geometry.profile).compose(&stage)
    let painter = BandPainter(stage.scene, textures: textures)
    var cutter = try CanvasCutter(geometry)
    for top in stride(from: 0, to: geometry.canvasHeight, by: BandPainter.rowCount) {
      try cutter.append(painter.paint(from: top))
    }
    return try cutter.finish()
  }
}
