import GridDriver
import ScrollTraceRecorder

extension Nanoseconds {
  var seconds: Double { Double(rawValue) / 1e9 }
}

extension MilliPoints {
  var points: Double { Double(rawValue) / 1000 }
}

extension ItemRange {
  var places: Range<Int> { Int(lower)..<Int(upper) }
}

extension ScrollTraceGeometry {
  init(_ layout: GridLayout) {
    let axis = layout.axis
    let viewport = axis.turned(layout.viewportWidth.points, layout.viewportHeight.points)
    let content = axis.turned(layout.viewportWidth.points, layout.contentHeight.points)
    let cell = axis.turned(layout.cellWidth.points, layout.cellHeight.points)
    let spacing = axis.turned(layout.spacingX.points, layout.spacingY.points)
    func section(_ style: GridSection.Style, _ count: Int32) -> ScrollTraceSection {
      let isUsual = (style.cellWidth, style.cellHeight) == (layout.cellWidth, layout.cellHeight)
      return ScrollTraceSection(style, count: Int(count), along: axis, hasOwnCell: !isUsual)
    }
    self.init(
      viewportWidth: viewport.0, viewportHeight: viewport.1, contentWidth: content.0, contentHeight: content.1,
      grid: ScrollTraceGrid(
        count: Int(layout.count), columns: Int(layout.columns), cellWidth: cell.0, cellHeight: cell.1,
        spacingX: spacing.0, spacingY: spacing.1, insetTop: layout.insetTop.points,
        insetBottom: layout.insetBottom.points,
        sections: layout.hasSections ? layout.sections.map { section($0.style, $0.count) } : [],
        section: layout.hasSections ? section(layout.usual, 0) : nil, scrollsSideways: axis == .horizontal))
  }
}

extension ScrollTraceSection {
  fileprivate init(_ style: GridSection.Style, count: Int, along axis: GridAxis, hasOwnCell: Bool) {
    let spacing = axis.turned(style.spacingX.points, style.spacingY.points)
    let cell = axis.turned(style.cellWidth.points, style.cellHeight.points)
    self.init(
      count: count, columns: Int(style.columns), spacingX: spacing.0, spacingY: spacing.1,
      insetTop: style.insetTop.points, insetBottom: style.insetBottom.points, header: style.header.points,
      footer: style.footer.points, cell: hasOwnCell ? ScrollTraceCell(width: cell.0, height: cell.1) : nil)
  }
}

extension ScrollTracePhoto {
  /// Sides that no reader takes are not known.
  init(_ photo: PhotoSize?) {
    let sides: ClosedRange<Int32> = 1...65_535
    let pixels = photo?.pixels ?? PixelSize(width: 0, height: 0)
    let isKnown = sides.contains(pixels.width) && sides.contains(pixels.height)
    self.init(
      width: isKnown ? pixels.width : 0, height: isKnown ? pixels.height : 0,
      thumbnailWidth: photo?.thumbnail?.width ?? 0, thumbnailHeight: photo?.thumbnail?.height ?? 0)
  }
}

extension ScrollTraceImage {
  init(_ answer: GridDriverAnswer) {
    var bytes: Int?
    if case .image(let size) = answer.result { bytes = Int(clamping: size) }
    self.init(
      place: answer.place, targetWidth: Int(answer.targetSize.width), targetHeight: Int(answer.targetSize.height),
      seconds: answer.took.seconds, bytes: bytes, open: answer.open)
    let photo = ScrollTracePhoto(answer.photo.map { PhotoSize($0) })
    if photo.width > 0 { self.photo = (Int(photo.width), Int(photo.height)) }
    isUrgent = answer.isUrgent
    isCoarse = answer.tier == .coarse
    switch answer.result {
    case .image: result = .image
    case .thumbnail: result = .thumbnail
    case .failure: result = .failure
    }
  }
}

extension ScrollTraceCounters {
  init(_ counters: GridCounters) {
    self.init()
    requests = counters.requests
    hits = counters.hits
    late = counters.late
    misses = counters.misses
    decodes = counters.decodes
    failures = counters.failures
    peak = counters.peak.rawValue
    visible = counters.area.divided(by: 1_000_000)
    blank = counters.blankArea.divided(by: 1_000_000)
    (cells, thumbnails) = (counters.cells, counters.thumbnails)
    (preheats, shown) = (counters.preheats, counters.shownPreheats)
    soft = counters.softArea.divided(by: 1_000_000)
    let sums = counters.screens.sums
    (firstFilled, firstSharp) = (sums.first.filled / 1000, sums.first.sharp / 1000)
    (screens, filled, sharp) = (Int64(counters.screens.later.count), sums.later.filled / 1000, sums.later.sharp / 1000)
  }
}
