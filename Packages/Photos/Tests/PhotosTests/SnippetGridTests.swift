import CacheLab
import Foundation
import GridDriver
import PhotosModel
import Strategies
import Testing

@testable import lab_photos

/// What a new user sees who takes a snippet of ours: a driver with the snippet's strategy asks the model of an image
/// manager, whose thumbnails take 2 ms and whose images take 40 ms, as `PhotosSource` asks Photos.
@Suite struct SnippetGridTests {
  struct Snippet: Sendable, CustomTestStringConvertible {
    var place: String
    var strategy: String
    var workers: Int?
    var testDescription: String { "\(place): \(strategy)" }
  }

  /// Each strategy that a document, a tutorial or `lab-run recommend` gives an app that runs a driver.
  static let all: [Snippet] = {
    let tutorials = "Sources/GridViews/GridViews.docc"
    let files = ((try? FileManager.default.subpathsOfDirectory(atPath: PhotosFixture.checkout + "/" + tutorials)) ?? [])
      .sorted()
    let paths = ["README.md", "docs/ship-a-grid.md"] + files.map { "\(tutorials)/\($0)" }
    var snippets: [Snippet] = []
    for path in paths where path.hasSuffix(".md") || path.hasSuffix(".swift") {
      let text = (try? String(contentsOfFile: PhotosFixture.checkout + "/" + path, encoding: .utf8)) ?? ""
      let parts = path.hasSuffix(".md") ? text.components(separatedBy: "```swift\n").dropFirst() : [text][...]
      for part in parts {
        let code = part.components(separatedBy: "```").first ?? ""
        // A preheater leaves the cells to ask for themselves.
        if code.contains("Preheater(") { continue }
        let workers = code.firstMatch(of: /options\.workers = (\d+)/).flatMap { Int($0.1) }
        for match in code.matches(of: /StrategySpec\("([^"]+)"\)/) {
          snippets.append(Snippet(place: path, strategy: String(match.1), workers: workers))
        }
      }
      for match in text.matches(of: /\n *Ship (\S+)\. On/) {
        let strategy = String(match.1).replacing("+opportunistic", with: "")
        for text in [strategy, strategy + "+opportunistic"] {
          snippets.append(Snippet(place: "recommend", strategy: text, workers: 2))
        }
      }
    }
    return snippets
  }()

  @Test func everyDocumentGivesOne() {
    let places = [
      "README.md", "docs/ship-a-grid.md", "recommend", "collection-2.swift", "swiftui.swift", "session-record.swift",
    ]
    for place in places {
      #expect(Self.all.contains { $0.place.hasSuffix(place) }, "\(place)")
    }
  }

  @Test(arguments: all) func everyVisibleCellShowsSomethingAfter50Milliseconds(_ snippet: Snippet) throws {
    let grid = try ModelGrid(try StrategySpec(snippet.strategy), workers: snippet.workers)
    grid.scroll(toRow: 0)
    for milliseconds in [50, 200, 700] {
      grid.pass(to: .milliseconds(milliseconds))
      #expect(grid.showing == 36, "of 36 cells at \(milliseconds) ms")
    }
    // Two screens further on, and back.
    for (second, row) in [0, 18, 0].enumerated() {
      grid.scroll(toRow: row)
      grid.pass(to: .milliseconds((second + 2) * 1_000))
      #expect(grid.showing == 36 && grid.sharp == 36)
    }
    #expect(grid.faults.isEmpty)
    grid.driver.stop()
  }

  /// With 30 % of the photos in iCloud, of 3 MB each: those on the device wait for no download.
  @Test func photosOnTheDeviceAreSharpAtOnce() throws {
    let cloud = CloudModel(sharePercent: 30)
    let grid = try ModelGrid(try StrategySpec("budget-priority:budget=35MB"), cloud: cloud)
    grid.scroll(toRow: 0)
    let local = (0..<36).count { !cloud.isInCloud(UInt64($0 + 1)) }
    #expect((20..<32).contains(local))
    // 40 ms for two of them, after 2 ms for the thumbnails of two.
    grid.pass(to: .milliseconds((local + 1) / 2 * 40 + 18 * 2))
    #expect(grid.sharp == local && grid.showing == 36)
    // Four downloads at once, of 1.35 s each.
    grid.pass(to: .milliseconds(9_000))
    #expect(grid.sharp == 36 && grid.faults.isEmpty && grid.driver.counters.failures == 0)
    grid.driver.stop()
  }

  /// Without thumbnails the images come two by two: the bar above is one that a driver can miss.
  @Test func withoutThumbnailsFewCellsShowAnything() throws {
    let grid = try ModelGrid(try StrategySpec("budget-priority:budget=35MB"), thumbnailSize: nil)
    grid.scroll(toRow: 0)
    grid.pass(to: .milliseconds(50))
    #expect(grid.showing == 2)
  }
}

/// 4 columns on a screen of 390 x 844 points: 36 cells in view.
private final class ModelGrid {
  let driver: GridDriver<ManagerSource>
  private let source: ManagerSource
  private let scheduler: SteppedScheduler
  private var visible = 0..<0
  /// What cells on screen were told, by place.
  private var told: [Int: [Tier]] = [:]
  /// Cells that were told a thing twice, or a thumbnail behind an image.
  private(set) var faults: [String] = []

  init(
    _ strategy: StrategySpec, workers: Int? = nil, thumbnailSize: PixelSize? = PhotoSize.cameraThumbnail,
    cloud: CloudModel = CloudModel()
  ) throws {
    scheduler = SteppedScheduler { _, target, _ in .milliseconds(target == PhotoSize.cameraThumbnail ? 2 : 40) }
    let file = AssetInfo(width: 4032, height: 3024, encodedBytes: 3_000_000, thumbnailBytes: 5_000, decodes: true)
    let files = ContiguousArray(repeating: file, count: 400)
    let options = ImageRequestOptions()
    options.deliveryMode = .highQualityFormat
    options.isNetworkAccessAllowed = true
    source = ManagerSource(
      ImageManager(BlankImageSource(files: files), scheduler: scheduler, cloud: cloud), options,
      thumbnailSize: thumbnailSize
    ) { place in
      Asset(id: AssetID(rawValue: Int64(place) + 1), file: ItemID(place), pixelSize: file.size)
    }
    let layout = GridLayout(
      count: 400, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
      spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)
    var driverOptions = GridDriverOptions()
    if let workers { driverOptions.workers = workers }
    driver = try GridDriver(
      strategy, source: source, layout: layout, options: driverOptions,
      clock: { [scheduler] in scheduler.now })
    driver.onImage = { [unowned self] place, _, tier in
      let before = told[place] ?? []
      if before.contains(tier) || before.contains(.full) { faults.append("\(place): \(before), then \(tier)") }
      told[place] = before + [tier]
    }
  }

  /// Visible cells that show anything, and those that show their image.
  var showing: Int { visible.count { told[$0] != nil && driver.image(at: $0) != nil } }
  var sharp: Int { visible.count { told[$0]?.last == .full } }

  func scroll(toRow row: Int) {
    visible = row * 4..<row * 4 + 36
    told = told.filter { visible.contains($0.key) }
    driver.scrolled(to: .points(row * 98))
  }

  /// Time passes: what ends until then is heard.
  func pass(to time: Nanoseconds) {
    hear()
    while scheduler.nextDue <= time {
      scheduler.run(to: scheduler.nextDue)
      hear()
    }
    scheduler.run(to: time)
  }

  /// What was delivered is heard, and what that leads to at once.
  private func hear() {
    repeat {
      scheduler.run(to: scheduler.now)
      driver.perform { source.hear() }
    } while scheduler.handlerCount > 0
  }
}
