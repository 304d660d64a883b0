import GridDriver
import QuartzCore
import Strategies
import Testing
import UIKit

@testable import GridViews

/// An app with a grid of named photos, whose source answers when a test says so.
@MainActor
final class PhotoScreen: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
  final class Cell: UICollectionViewCell {
    var name: String?
    override func prepareForReuse() { name = nil }
  }

  /// Answers by the photo's name.
  final class Source: ImageSource {
    var names: () -> [String] = { [] }
    var open: [(request: ImageRequest<String>, name: String)] = []
    var places: [Int] = []
    var cancelled = 0
    let thumbnailSize: PixelSize?

    init(thumbnailSize: PixelSize?) { self.thumbnailSize = thumbnailSize }

    func begin(_ request: ImageRequest<String>) {
      places.append(request.place)
      open.append((request, names()[request.place]))
    }
    func cancel(_ request: ImageRequest<String>) {
      cancelled += 1
      open.removeAll { $0.request === request }
    }
    func answer() { while let (request, name) = open.popLast() { request.answer(.image(name, bytes: 1000)) } }
    /// Gives the thumbnails that are open.
    func answerSmall() {
      for (request, name) in open where request.tier == .coarse { request.answer(.thumbnail("small \(name)")) }
      open.removeAll { $0.request.tier == .coarse }
    }
  }

  let view: UICollectionView
  let source: Source
  /// The photos by section.
  var sections: [[String]]
  var names: [String] {
    get { sections.flatMap { $0 } }
    set { sections = [newValue] }
  }
  private var made: CollectionGrid<Source>?
  var grid: CollectionGrid<Source> { made ?? { preconditionFailure("it is made with the screen") }() }
  var told: [String] = []
  /// What the app's own delegate makes of a target.
  var target: CGFloat?

  convenience init(
    count: Int, size: CGSize = CGSize(width: 300, height: 400), strategy: String = "budget-priority",
    thumbnailSize: PixelSize? = nil
  ) throws {
    try self.init(
      [(0..<count).map { "photo \($0)" }], size: size, strategy: strategy, thumbnailSize: thumbnailSize)
  }

  /// - Parameter header: Height of what stands above each section.
  init(
    _ sections: [[String]], layout: UICollectionViewFlowLayout = UICollectionViewFlowLayout(), header: CGFloat = 0,
    size: CGSize = CGSize(width: 300, height: 400), strategy: String = "budget-priority",
    thumbnailSize: PixelSize? = nil, section: Int? = nil, onProblem: ((GridDriverProblem) -> Void)? = nil
  ) throws {
    source = Source(thumbnailSize: thumbnailSize)
    self.sections = sections
    layout.itemSize = CGSize(width: 100, height: 100)
    layout.headerReferenceSize.height = header
    (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
    view = UICollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
    super.init()
    source.names = { [unowned self] in names }
    view.register(Cell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = self
    view.delegate = self
    made = try CollectionGrid(
      view, try StrategySpec(strategy), source: source, section: section,
      prepare: { driver in if let onProblem { driver.onProblem = onProblem } },
      show: { cell, image in (cell as? Cell)?.name = image })
  }

  /// Each cell on screen with its photo and what it shows.
  var shown: [String: String?] {
    Dictionary(
      uniqueKeysWithValues: view.indexPathsForVisibleItems.map {
        (sections[$0.section][$0.item], (view.cellForItem(at: $0) as? Cell)?.name)
      })
  }

  /// No cell shows another photo than its own.
  var isRight: Bool { shown.allSatisfy { $0.value == nil || $0.value == $0.key } }
  /// Each cell shows its own photo.
  var isComplete: Bool { !shown.isEmpty && shown.allSatisfy { $0.value == $0.key } }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) { told.append("scroll") }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { told.append("drag") }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) { if let target { unsafe targetContentOffset.pointee.y = target } }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { told.append("rest") }
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { false }
  func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { told.append("show \(indexPath.item)") }
}
