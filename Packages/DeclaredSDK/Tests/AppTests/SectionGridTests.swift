import GridDriver
import Testing
import UIKit

@testable import GridViews

/// A flow layout whose cells of one section are smaller, but for the first one.
private final class SmallSection: UICollectionViewFlowLayout {
  var small: Int?

  override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    let attributes = super.layoutAttributesForItem(at: indexPath)
    if indexPath.section == small && indexPath.item > 0 { attributes?.frame.size.width = 50 }
    return attributes
  }
}

@MainActor
@Suite(.serialized) struct SectionGridTests {
  private static func days(_ counts: Int...) -> [[String]] {
    counts.enumerated().map { day, count in (0..<count).map { "day \(day) photo \($0)" } }
  }

  private func show(_ sections: [[String]], in app: PhotoScreen, _ source: Diffable) -> GridChanges {
    var snapshot = NSDiffableDataSourceSnapshot<String, String>()
    for section in sections where !section.isEmpty {
      let day = String(section[0].prefix(7))
      snapshot.appendSections([day])
      snapshot.appendItems(section, toSection: day)
    }
    let changes = GridChanges(from: source.snapshot(), to: snapshot)
    app.sections = sections.filter { !$0.isEmpty }
    app.grid.update(changes) { source.apply(snapshot) }
    return changes
  }

  private typealias Diffable = UICollectionViewDiffableDataSource<String, String>

  private func diffable(_ app: PhotoScreen) -> Diffable {
    Diffable(collectionView: app.view) { view, path, _ in
      view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
  }

  @Test func placesCountTheCellsOfAllSections() throws {
    let app = try PhotoScreen(Self.days(0, 4, 0, 1, 30, 0))
    app.view.layoutIfNeeded()
    var place = 0
    for (section, names) in app.sections.enumerated() {
      for item in names.indices {
        let path = IndexPath(item: item, section: section)
        #expect(app.grid.place(at: path) == place && app.grid.indexPath(at: place) == path)
        place += 1
      }
      #expect(app.grid.place(at: IndexPath(item: names.count, section: section)) == nil)
    }
    #expect(app.grid.place(at: IndexPath(item: 0, section: 6)) == nil)
  }

  @Test func oneSectionAloneIsAGrid() throws {
    let layout = SmallSection()
    layout.small = 0
    let app = try PhotoScreen(Self.days(3, 60), layout: layout, section: 1)
    app.source.list = { app.sections[1] }
    app.load()
    #expect(app.shown.filter { $0.value == $0.key }.count == 9)
    #expect(app.shown.filter { $0.key.hasPrefix("day 0") }.allSatisfy { $0.value == nil })
    #expect(
      app.grid.place(at: IndexPath(item: 2, section: 1)) == 2
        && app.grid.place(at: IndexPath(item: 0, section: 0)) == nil)
    app.source.names = []
  }

  @Test(arguments: 0..<40) func anySectionsBecomeAnyOthers(_ seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &* 104_729)
    let app = try PhotoScreen([], header: 30)
    let source = diffable(app)
    app.view.layoutIfNeeded()
    for _ in 0..<6 {
      var sections = app.sections
      for _ in 0..<dice.roll(below: 3) where !sections.isEmpty { sections.remove(at: dice.roll(below: sections.count)) }
      for _ in 0..<dice.roll(below: 4) {
        let day = 100 + dice.roll(below: 900)
        if sections.contains(where: { $0.contains { $0.hasPrefix("day \(day)") } }) { continue }
        let new = (0..<1 + dice.roll(below: 9)).map { "day \(day) photo \($0)" }
        sections.insert(new, at: dice.roll(below: sections.count + 1))
      }
      for index in sections.indices where sections[index].count > 1 && dice.roll(below: 3) == 0 {
        sections[index].remove(at: 1 + dice.roll(below: sections[index].count - 1))
      }
      // A photo goes to another day.
      let moved = sections.count > 1 ? sections[0].popLast() : nil
      if let moved { sections[sections.count - 1].append(moved) }
      let (before, shown) = (app.names, app.shown)
      let changes = show(sections, in: app, source)
      let counts = app.grid.driver.layout.sections.map { Int($0.count) }
      #expect(app.isRight && (app.sections.isEmpty || counts == app.sections.map(\.count)))
      for (place, name) in before.enumerated() where shown[name] != nil && changes.place(after: place) != nil {
        if name == moved { continue }
        if let image = app.shown[name] { #expect(image == name, "photos that stay keep their images") }
      }
      app.source.answer()
      #expect(app.shown.isEmpty || app.isComplete)
      Rehearsal.scroll(app.view, to: CGFloat(dice.roll(below: 600)))
      app.source.answer()
      #expect(app.isRight)
      Rehearsal.scroll(app.view, to: 0)
      app.source.answer()
    }
    _ = show([], in: app, source)
    #expect(app.shown.isEmpty && app.grid.driver.liveBytes == .zero)
  }

  /// The app tells which photos change, and not in which sections.
  @Test func sectionsThatNobodyToldAreRead() throws {
    let app = try PhotoScreen(Self.days(4, 5, 6), header: 44)
    app.load()
    app.grid.update(GridChanges(countBefore: 15, inserted: [4, 5])) {
      app.sections[1].insert(contentsOf: ["new 1", "new 2"], at: 0)
      app.view.performBatchUpdates {
        app.view.insertItems(at: [IndexPath(item: 0, section: 1), IndexPath(item: 1, section: 1)])
      }
    }
    #expect(app.isRight && app.grid.driver.layout.sections.map { $0.count } == [4, 7, 6])
    #expect(app.isCompleteOnceAnswered())
  }

  /// From days to months: the same photos in other sections.
  @Test func otherSectionsOfTheSamePhotosAreALayout() throws {
    let app = try PhotoScreen(Self.days(1, 2, 1, 3, 30), header: 44)
    app.load()
    let before = app.shown
    app.sections = [Array(app.names.prefix(7)), Array(app.names.dropFirst(7))]
    app.reload()
    #expect(app.isRight && app.grid.driver.layout.sections.map { $0.count } == [7, 30])
    let stayed = app.shown.filter { before[$0.key] != nil }
    #expect(stayed.count == before.count && stayed.allSatisfy { $0.value == $0.key })
    #expect(app.isCompleteOnceAnswered())
  }

  @Test func aReloadHasOtherSections() throws {
    let app = try PhotoScreen(Self.days(4, 5, 6), header: 44)
    app.load()
    app.sections = [["a"], ["b", "c"], ["d"], ["e"]]
    let bottom = app.grid.driver.layout.insetBottom
    app.grid.reloadData(count: 5)
    #expect(app.isRight && app.grid.driver.layout.insetBottom == bottom)
    #expect(app.isCompleteOnceAnswered())
    // Nobody tells this one.
    app.sections = [["f", "g"], ["h"]]
    app.reload()
    app.grid.layoutChanged()
    #expect(app.isCompleteOnceAnswered() && app.grid.driver.layout.count == 3)
  }

  @Test func aPhotoThatNobodyToldIsFoundWhereTheContentStaysAsHigh() throws {
    let app = try PhotoScreen(Self.days(7, 30), header: 44)
    app.load()
    app.sections[0].append("day 0 photo 7")
    app.reload()
    #expect(app.grid.driver.layout.sections.map { $0.count } == [8, 30] && app.isRight)
    #expect(app.isCompleteOnceAnswered())
  }

  /// The view has its new size, cells lie as before, and UIKit moves the content before it lays them out.
  @Test func nothingIsSaidInTheMiddleOfARotation() throws {
    var problems: [GridDriverProblem] = []
    let app = try PhotoScreen(
      Self.days(9, 30), header: 44, size: CGSize(width: 500, height: 300), onProblem: { problems.append($0) })
    app.load()
    app.view.bounds.size = CGSize(width: 300, height: 500)
    app.view.contentOffset.y = 20
    #expect(GridLayout(of: app.view) == nil)
    app.view.layoutIfNeeded()
    app.grid.layoutChanged()
    app.source.answer()
    #expect(problems.isEmpty && app.isComplete && app.grid.driver.layout.columns == 3)
  }

  @Test func whatIsNoGridIsSaidOnceAndImagesComeWhenItIs() throws {
    var problems: [GridDriverProblem] = []
    let layout = SmallSection()
    layout.small = 1
    let app = try PhotoScreen(Self.days(9, 9), layout: layout, onProblem: { problems.append($0) })
    app.view.layoutIfNeeded()
    Rehearsal.drag(app.view, to: 10)
    app.grid.layoutChanged()
    #expect(problems.count == 1 && app.source.open.isEmpty)
    #expect("\(problems[0])".hasPrefix("section 1 has a cell of 50 x 100 pt and its first cell has 100 x 100 pt:"))
    layout.small = nil
    app.sections[1].append("day 1 photo 9")
    app.view.reloadData()
    app.load()
    #expect(problems.count == 1 && app.isComplete)
  }
}
