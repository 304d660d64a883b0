import GridDriver
import GridSession
import Strategies
import Testing
import UIKit

@testable import GridViews

/// An app with a grid of named photos, whose source answers when a test says so.
@MainActor
final class PhotoScreen: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  final class Cell: UICollectionViewCell {
    var name: String?
    override func prepareForReuse() { name = nil }
  }

  final class Source: ImageSource {
    var list: () -> [String] = { [] }
    var names: [String] {
      get { list() }
      set { list = { newValue } }
    }
    var open: [(request: ImageRequest<String>, name: String)] = []
    var places: [Int] = []
    /// The requests for images, without thumbnails.
    var asked: [(name: String, size: PixelSize)] = []
    var cancelled = 0
    /// The bytes of an image, or nil for those of a cell's pixels.
    var bytes: Int? = 1000
    private var cellBytes = 0
    let thumbnailSize: PixelSize?

    init(thumbnailSize: PixelSize?) { self.thumbnailSize = thumbnailSize }

    func bytes(of image: String) -> Int { bytes ?? cellBytes }
    func begin(_ request: ImageRequest<String>) {
      places.append(request.place)
      if request.tier == .full { asked.append((names[request.place], request.targetSize)) }
      open.append((request, names[request.place]))
    }
    func cancel(_ request: ImageRequest<String>) {
      cancelled += 1
      open.removeAll { $0.request === request }
    }
    func identity(at place: Int) -> Int? { names[place].hashValue }
    func answer() {
      while let (request, name) = open.popLast() {
        cellBytes = Int(request.targetSize.width) * Int(request.targetSize.height) * 4
        request.answer(.image(name))
      }
    }
    func answerSmall() {
      for (request, name) in open where request.tier == .thumbnail { request.answer(.thumbnail("small \(name)")) }
      open.removeAll { $0.request.tier == .thumbnail }
    }
  }

  let view: UICollectionView
  let source: Source
  var sections: [[String]]
  var names: [String] {
    get { sections.flatMap { $0 } }
    set { sections = [newValue] }
  }
  private var made: CollectionGrid<Source>?
  var grid: CollectionGrid<Source> { made ?? { preconditionFailure("it is made with the screen") }() }
  var told: [String] = []
  /// The target that the app's own delegate sets.
  var target: CGFloat?
  /// The sizes of cells in sections whose cells differ from the layout's.
  var sizes: [Int: CGSize] = [:]

  convenience init(
    count: Int, size: CGSize = CGSize(width: 300, height: 400), strategy: String = "budget-priority",
    thumbnailSize: PixelSize? = nil
  ) throws {
    try self.init(
      [(0..<count).map { "photo \($0)" }], size: size, strategy: strategy, thumbnailSize: thumbnailSize)
  }

  /// - Parameters:
  ///   - header: What stands above each section, or before it where the layout scrolls sideways.
  ///   - sizes: By section, where it is not the layout's.
  ///   - prepare: Is given the driver before its first frame.
  init(
    _ sections: [[String]], layout: UICollectionViewFlowLayout = UICollectionViewFlowLayout(), header: CGFloat = 0,
    size: CGSize = CGSize(width: 300, height: 400), item: CGSize = CGSize(width: 100, height: 100),
    sizes: [Int: CGSize] = [:], strategy: String = "budget-priority", thumbnailSize: PixelSize? = nil,
    clock: (() -> Nanoseconds)? = nil, section: Int? = nil, onProblem: ((GridDriverProblem) -> Void)? = nil,
    prepare: (GridDriver<Source>) -> Void = { _ in }
  ) throws {
    source = Source(thumbnailSize: thumbnailSize)
    self.sections = sections
    self.sizes = sizes
    layout.itemSize = item
    layout.headerReferenceSize = CGSize(width: header, height: header)
    layout.minimumInteritemSpacing = 0
    if layout.scrollDirection == .vertical { layout.minimumLineSpacing = 0 }
    view = UICollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
    super.init()
    source.list = { [unowned self] in names }
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = self
    view.delegate = self
    layout.delegateBehind = self
    made = try CollectionGrid(
      view, try StrategySpec(strategy), source: source, clock: clock, section: section,
      prepare: { driver in
        if let onProblem { driver.onProblem = onProblem }
        prepare(driver)
      },
      show: { cell, image in (cell as? Cell)?.name = image })
  }

  /// Lays out the view and answers all requests.
  func load() {
    view.layoutIfNeeded()
    source.answer()
  }

  /// Lays out the view, and tells a driver how it moves in place of the grid's.
  func feed(_ driver: ToldDriver) throws -> CollectionFeed {
    view.layoutIfNeeded()
    return CollectionFeed(view, driver: driver, layout: try #require(GridLayout(of: view)))
  }

  /// Reloads the view without a word to the grid.
  func reload() {
    view.reloadData()
    view.layoutIfNeeded()
  }

  /// Each cell on screen with its photo and what it shows.
  var shown: [String: String?] {
    Dictionary(
      uniqueKeysWithValues: view.indexPathsForVisibleItems.map {
        (sections[$0.section][$0.item], (view.cellForItem(at: $0) as? Cell)?.name)
      })
  }

  private var isSideways: Bool {
    (view.collectionViewLayout as? UICollectionViewFlowLayout)?.scrollDirection == .horizontal
  }

  var isRight: Bool { shown.allSatisfy { $0.value == nil || $0.value == $0.key } }
  var isComplete: Bool { !shown.isEmpty && shown.allSatisfy { $0.value == $0.key } }

  /// Answers all requests, and returns true if each cell then shows its own photo.
  func isCompleteOnceAnswered() -> Bool {
    source.answer()
    return isComplete
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
  }
  func collectionView(
    _ view: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt path: IndexPath
  ) -> CGSize { sizes[path.section] ?? (layout as? UICollectionViewFlowLayout)?.itemSize ?? .zero }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { told.append("scroll") }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { told.append("drag") }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    guard let target else { return }
    unsafe targetContentOffset.pointee = isSideways ? CGPoint(x: target, y: 0) : CGPoint(x: 0, y: target)
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { told.append("rest") }
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { false }
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { told.append("show \(indexPath.item)") }
}

final class SessionLines {
  private(set) var text = ""
  var lines: [String] { text.split(separator: "\n").map { String($0) } }

  func record(_ driver: GridDriver<PhotoScreen.Source>) {
    driver.record(refreshHz: 60) { [self] bytes in
      text += String(decoding: bytes, as: UTF8.self)
      return true
    }
  }
}
