import LabBase
import LabRecords
import StrategyKit

/// The page of `make web` inside a report, so that a reader can go on from what the report shows.
public struct LivePage: Sendable {
  private let page: String

  /// Where the report's setting goes.
  private static let place = "<html lang=\"en\""
  /// What no other page has.
  private static let engine = "id=\"engine\""
  /// As many strategies as that page shows at once.
  private static let strategiesMax = 4

  /// - Parameter page: What `make web` made.
  /// - Returns: nil when it is no such page.
  public init?(_ page: String) {
    guard page.contains(LivePage.place), page.contains(LivePage.engine) else { return nil }
    self.page = page
  }

  /// What scripts such a page needs beside those of a report.
  static let policy = " 'wasm-unsafe-eval'; worker-src blob:"

  /// - Parameter matrix: What the report shows first: its best strategies and the trace on which they differ most.
  func html(_ matrix: ReportMatrix) -> String {
    let setting = Markup.escaped(LivePage.setting(matrix))
    let own = page.replacing(LivePage.place, with: "\(LivePage.place) data-setting=\"\(setting)\"", maxReplacements: 1)
    let note =
      "The lab itself runs here, and sends nothing. Its photos are the default library and its traces those that come "
      + "with the lab, whatever this report was made from."
    return """
      <p>\(Markup.escaped(note))</p>
      <p class="buttons"><button type="button" id="start-live" disabled>Start the lab</button></p>
      <div id="live-place"></div>
      <script type="application/json" id="live-page">\(HTMLText.script(.string(own)))</script>
      <script>
      const start = document.getElementById('start-live');
      start.addEventListener('click', () => {
        const frame = document.createElement('iframe');
        frame.title = 'Try it';
        frame.className = 'live';
        frame.srcdoc = JSON.parse(document.getElementById('live-page').textContent);
        document.getElementById('live-place').replaceChildren(frame);
        start.hidden = true;
      });
      start.disabled = false;
      </script>

      """
  }

  /// As the page's address has it: `trace=hunt&strategy=lru&columns=3`. Settings that the page has no part in are left out.
  static func setting(_ matrix: ReportMatrix) -> String {
    let trace = matrix.telling.first ?? matrix.traces[0]
    let strategies = (matrix.compared.isEmpty ? matrix.strategies : matrix.compared).prefix(strategiesMax)
    var words = [("trace", trace)] + strategies.map { ("strategy", $0) }
    if let record = matrix.records(on: trace).first {
      let settings = RunSettings(record.configuration)
      for setting in RunSetting.all where setting.section != .library && setting.name != "assets" {
        if let word = setting.text(in: settings) { words.append((setting.name, word)) }
      }
    }
    return words.map { words in
      [words.0, words.1].map { HTMLText.encoded($0, keeping: "-._~") }.joined(separator: "=")
    }.joined(separator: "&")
  }
}
