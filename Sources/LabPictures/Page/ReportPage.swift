import CacheLab
import LabBase
import LabJudge
import LabRecords

/// A report as one HTML page that needs nothing else: no network, no other file.
public struct ReportPage {
  private let content: ReportContent
  private let figures: [(place: ReportPicture.Place, html: String)]
  private let colors: PictureColors

  public init(_ content: ReportContent) {
    self.content = content
    var colors = PictureColors()
    figures = content.pictures.enumerated().compactMap { index, picture in
      guard let drawn = picture.drawn,
        let svg = PictureSVG.element(
          light: drawn.light, dark: drawn.dark, id: "f\(index)-", alt: picture.alt, colors: &colors)
      else { return nil }
      let html =
        "<figure><div class=\"picture\" role=\"region\" tabindex=\"0\" "
        + "aria-label=\"\(HTMLText.escaped(picture.alt))\">\(svg)</div></figure>\n"
      return (picture.place, html)
    }
    self.colors = colors
  }

  public var html: String {
    let title = HTMLText.escaped(content.title)
    let settings = content.settings.enumerated().map { setting($0.element, $0.offset) }.joined()
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <!-- Nothing is loaded and nothing is sent. -->
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'\
      \(content.live == nil ? "" : LivePage.policy); style-src 'unsafe-inline'; img-src data:">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>\(title)</title>
      <style>
      \(PageResource.style)\(colors.style)</style>
      </head>
      <body>
      <header>
      <p class="kicker">CacheLab report, \(HTMLText.escaped(day))</p>
      <h1>\(title)</h1>
      \(conclusion(content.settings[0], isLede: true))
      <p class="facts">\(HTMLText.escaped(content.settings[0].name))</p>
      </header>
      \(missing)\(navigation)
      <main>
      \(settings)\(fleet)\(environment)\(reproduction)
      </main>
      <script>
      \(PageResource.player)</script>
      </body>
      </html>

      """
  }

  private var day: String {
    let days = content.records.compactMap(\.created).map { String($0.prefix(10)) }
    return days.max() ?? ""
  }

  private var fleet: String {
    guard let fleet = content.fleet else { return "" }
    let tables = fleet.views.map { view in
      "<h3>\(HTMLText.escaped(view.title))</h3>\n" + PageTable.html(view.table, label: view.title)
    }
    return "<h2 id=\"fleet\">A fleet of \(NumberText.grouped(Int64(fleet.plan.traceCount))) traces</h2>\n"
      + "<p>\(HTMLText.escaped(FleetTable.legend))</p>\n" + tables.joined() + figures(.fleet)
  }

  private var missing: String {
    content.missing.map { "<p class=\"note missing\">\(HTMLText.escaped($0))</p>\n" }.joined()
  }

  private var navigation: String {
    let isPaired = content.settings.contains { !$0.matrix.pairs.isEmpty }
    let links: [(String, String)?] = [
      ("overview-1", "Strategies"), isPaired ? ("physics-1", "Two physics") : nil,
      content.player == nil ? nil : ("replay", "Replay"),
      content.live == nil ? nil : ("live", "Try it"), ("traces-1", "Trace by trace"),
      content.fleet == nil ? nil : ("fleet", "Fleet"), ("configuration-1", "Configuration"),
      ("environment", "Environment"), ("reproduce", "Reproduce"),
    ]
    let items = links.compactMap { $0 }.map { "<a href=\"#\($0.0)\">\($0.1)</a>" }
    return "<nav aria-label=\"On this page\">\(items.joined())</nav>"
  }

  private func conclusion(_ setting: ReportSetting, isLede: Bool) -> String {
    let sentences = MatrixConclusion(setting.matrix).sentences.map(HTMLText.escaped)
    guard let first = sentences.first else { return "" }
    let rest = sentences.dropFirst().joined(separator: " ")
    return "<p\(isLede ? " class=\"lede\"" : "")>\(first)</p>" + (rest.isEmpty ? "" : "\n<p>\(rest)</p>")
  }

  private func figures(_ place: ReportPicture.Place) -> String {
    figures.filter { $0.place == place }.map(\.html).joined()
  }

  private func setting(_ setting: ReportSetting, _ number: Int) -> String {
    let matrix = setting.matrix
    let head =
      content.settings.count == 1
      ? "" : "<h2>\(HTMLText.escaped(setting.name))</h2>\n" + (number > 0 ? conclusion(setting, isLede: false) : "")
    let pairs = matrix.pairs.map { PhysicsTable(matrix: matrix, oneWay: $0.oneWay, physics: $0.physics).html }
    let physics =
      pairs.isEmpty
      ? ""
      : "<h2 id=\"physics-\(number + 1)\">The same fingers, two scroll physics</h2>\n<p>\(PhysicsTable.legend)</p>\n"
        + "<div class=\"pairs\">\(pairs.joined())</div>\n"
    return """
      <section class="setting">
      \(head)<h2 id="overview-\(number + 1)">Strategies</h2>
      \(matrix.sets.map(overview).joined())<p class="note">\(OverviewTable.legend)</p>
      <div class="wide">\(figures(.overview(number)))</div>\(physics)\
      \(number == 0 ? playerPlace : "")<h2 id="traces-\(number + 1)">Trace by trace</h2>
      <div class="wide">\(figures(.matrix(number)))</div>
      \(matrix.traces.map { trace($0, matrix, number) }.joined())
      <p class="note">\(HTMLText.escaped(RunTable.legend(matrix.records)))</p>
      <h2 id="configuration-\(number + 1)">Configuration</h2>
      \(list(PageFacts.configuration(setting)))
      \(notes(matrix))</section>

      """
  }

  private func overview(_ matrix: ReportMatrix) -> String {
    let table = OverviewTable(matrix)
    return (table.title.map { "<h3>\(HTMLText.escaped($0))</h3>\n" } ?? "") + table.html
  }

  /// A trace: its table, and its pictures where they were asked for.
  private func trace(_ name: String, _ matrix: ReportMatrix, _ number: Int) -> String {
    let records = matrix.records(on: name)
    let drawn = number == 0 ? figures(.trace(name)) : ""
    let parts = RunTable(records).groups.map { group in
      "<p>\(HTMLText.escaped(Conclusion(group.records).sentence))</p>\n"
        + PageTable.html(RunTable.table(group.records), label: "Runs on \(name)")
        + "<p class=\"note\">\(HTMLText.escaped(group.title.joined(separator: "; ")))</p>\n"
        + RunTable.notes(of: group).map { "<p class=\"note\">Note: \(HTMLText.escaped($0))</p>\n" }.joined()
    }
    let title = content.traceTitles[name].map { " <span>\(HTMLText.escaped($0))</span>" } ?? ""
    return "<details\(drawn.isEmpty ? "" : " open")><summary><b>\(HTMLText.escaped(name))</b>\(title)</summary>\n"
      + parts.joined() + (drawn.isEmpty ? "" : "<div class=\"pictures\">\(drawn)</div>\n") + "</details>\n"
  }

  private func list(_ facts: [PageFacts.Fact]) -> String {
    let items = facts.map { "<dt>\(HTMLText.escaped($0.name))</dt><dd>\(HTMLText.escaped($0.text))</dd>\n" }
    return "<dl class=\"facts-list\">\n\(items.joined())</dl>\n"
  }

  private func notes(_ matrix: ReportMatrix) -> String {
    PageFacts.notes(matrix.records).map { "<p class=\"note\">\(HTMLText.escaped($0))</p>\n" }.joined()
  }

  private var playerPlace: String {
    let live = content.live.map { $0.html(content.settings[0].matrix) } ?? ""
    guard let player = content.player else { return live }
    let note = "<p class=\"note\">\(HTMLText.escaped(player.note))</p>\n"
    return "<h2 id=\"replay\">Replay</h2>\n\(player.html)\(note)\(live)"
  }

  private var environment: String {
    "<h2 id=\"environment\">Environment</h2>\n" + list(PageFacts.environment(content.records))
  }

  private var reproduction: String {
    let runs = content.settings.flatMap { content.commands($0) }
    let lines = (runs + [content.command]).map(HTMLText.escaped).joined(separator: "\n")
    let columns: [TableColumn<RunRecord>] = [
      .words("strategy", text: \.strategy), .words("trace", text: \.trace),
      .words("configuration") { String($0.configurationDigest.prefix(8)) },
      .words("digest") { String($0.deterministicDigest.prefix(16)) },
    ]
    let table = TextTable(content.records, columns)
    return """
      <h2 id="reproduce">Reproduce</h2>
      <pre tabindex="0">\(lines)</pre>
      <p>Deterministic numbers repeat bit for bit on every machine: the digests of a run made again must be these. What is \
      measured (RSS, decode times) is of the machine above.</p>
      <details><summary>Digests of the \(content.records.count) runs</summary>
      \(PageTable.html(table, label: "Digests"))</details>

      """
  }
}
