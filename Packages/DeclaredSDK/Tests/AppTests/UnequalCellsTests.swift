import GridDriver
import Strategies
import Testing
import UIKit

@testable import GridViews

/// A collection view whose first section has large favourites, two in a row, above photos that are three in a row.
@MainActor
@Suite(.serialized) struct UnequalCellsTests {
  private static let large = PixelSize(width: 300, height: 300)
  private static let small = PixelSize(width: 200, height: 200)

  private func screen(
    favourites: Int = 4, photos: Int = 60, strategy: String = "budget-priority",
    prepare: (GridDriver<PhotoScreen.Source>) -> Void = { _ in }
  ) throws -> PhotoScreen {
    try PhotoScreen(
      [(0..<favourites).map { "favourite \($0)" }, (0..<photos).map { "photo \($0)" }], header: 40,
      size: CGSize(width: 300, height: 700), sizes: [0: CGSize(width: 150, height: 150)], strategy: strategy,
      prepare: prepare)
  }

  private func named(_ sections: [[String]]) -> [(section: Int, items: [String])] {
    sections.enumerated().map { ($0, $1) }
  }

  /// The app shows other photos, and tells them.
  private func show(_ sections: [[String]], in app: PhotoScreen) {
    app.grid.update(GridChanges(from: named(app.sections), to: named(sections))) {
      app.sections = sections
      app.reload()
    }
  }

  @Test(arguments: ["budget-priority", "preheat2x+lru", "none"])
  func imagesHaveTheSizeOfTheirCells(_ strategy: String) throws {
    let app = try screen(strategy: strategy)
    app.load()
    // 40, two rows of 150, 40, and 320 points of rows of 100.
    #expect(app.shown.count == 4 + 12 && app.isComplete)
    for offset in [300, 900, 1400, 700, 0] {
      Rehearsal.drag(app.view, to: CGFloat(offset))
      #expect(app.isCompleteOnceAnswered())
    }
    #expect(Set(app.source.asked.map(\.size)) == [Self.large, Self.small])
    for (name, size) in app.source.asked {
      #expect(size == (name.hasPrefix("favourite") ? Self.large : Self.small), "\(name)")
    }
  }

  /// Its place stays the same, and its cell has another size: it shows the image that it has until the new one is there.
  @Test(arguments: [true, false]) func aPhotoAtTheBorderOfTwoSectionsChangesItsSize(_ grows: Bool) throws {
    let app = try screen(favourites: 3)
    app.load()
    let before = app.shown
    app.source.asked = []
    var sections = app.sections
    let name = grows ? sections[1].removeFirst() : sections[0].removeLast()
    if grows { sections[0].append(name) } else { sections[1].insert(name, at: 0) }
    show(sections, in: app)
    #expect(app.isRight && app.shown[name] == name)
    #expect(
      app.isCompleteOnceAnswered()
        && app.source.asked.first { $0.name == name }?.size == (grows ? Self.large : Self.small))
    #expect(!app.source.asked.contains { $0.name != name && before[$0.name] != nil })
  }

  /// The driver has room for a few sizes, and begins anew with what its images can serve.
  @Test func manySizesOfOneSectionAreNoMatterToTheOther() throws {
    let app = try screen()
    app.load()
    for side in stride(from: CGFloat(149), to: 130, by: -1) {
      let before = app.shown
      app.source.asked = []
      app.sizes[0] = CGSize(width: side, height: side)
      app.view.layoutIfNeeded()
      app.grid.layoutChanged()
      #expect(app.isComplete, "the image of before stays until the new one is there")
      app.source.answer()
      let size = PixelSize(width: Int32(side) * 2, height: Int32(side) * 2)
      #expect(app.isComplete && app.grid.driver.layout.targetSize(ofSection: 0) == size)
      #expect(app.source.asked.allSatisfy { $0.name.hasPrefix("favourite") || before[$0.name] == nil })
      #expect(app.source.asked.count { $0.size == size } == 4)
    }
  }

  @Test func aSessionWritesTheCellsOfEachSection() throws {
    let session = SessionLines()
    let app = try screen(favourites: 3, photos: 9, prepare: session.record)
    app.load()
    var sections = app.sections
    sections[0].append("new")
    show(sections, in: app)
    app.source.answer()
    app.grid.stop()
    let written = #""section":{"header":40},"sections":[3,{"count":9,"columns":3,"cell":[100,100]}]"#
    #expect(session.lines[0].contains(#""cell":[150,150],"spacing":[0,0],"# + written))
    let change = try #require(session.lines.first { $0.contains(#""insert""#) })
    #expect(change.contains(#""sections":[4,{"count":9,"columns":3,"cell":[100,100]}]"#))
    #expect(session.text.contains(#""image",{"place":3,"target":[300,300],"#))
  }
}
