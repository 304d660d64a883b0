import CacheLab
package import LabBase
import LabRecords

extension WhyReport {
  /// For a terminal, at most 100 columns wide.
  public var text: String {
    let width = 100
    var parts = [head.flatMap { $0.wrapped(width: width) }.map { $0 + "\n" }.joined()]
    if let table { parts.append(table.text(width: width)) }
    for words in told {
      let lines = words.lines.flatMap { line -> [String] in
        let label = "  \(line.label)" + String(repeating: " ", count: max(1, 11 - line.label.count))
        let wrapped = line.text.wrapped(width: width - label.count)
        return wrapped.enumerated().map { index, text in
          (index == 0 ? label : String(repeating: " ", count: label.count)) + text
        }
      }
      parts.append(([words.title] + lines).map { $0 + "\n" }.joined())
    }
    return parts.joined(separator: "\n")
  }

  /// For a pull request or a document.
  public var markdown: String {
    var parts = [ReportPart.title(head[0])] + head.dropFirst().map { .paragraph($0) }
    if let table { parts.append(.table(table)) }
    for words in told {
      parts += [.title(words.title), .lines(words.lines.map { "- \($0.label): \($0.text)\n" }.joined())]
    }
    return parts.markdown
  }

  /// The story of each visit in words: its title, and a line a question.
  package var stories: JSON {
    .array(
      told.map { words in
        .object([
          "item": .integer(Int128(words.visit.item)), "title": .string(words.title),
          "lines": .array(words.lines.map { .array([.string($0.label), .string($0.text)]) }),
        ])
      })
  }

  /// What is asked, and of which run.
  private var head: [String] {
    func number(_ outcome: RequestOutcome) -> String { NumberText.grouped(Int64(count(outcome))) }
    var lines = [
      "\(strategy) on \(trace), \(device): \(NumberText.grouped(Int64(requestCount))) requests, "
        + "\(number(.hit)) hits, \(number(.late)) late, \(number(.miss)) missed"
        + (count(.coarse) == 0 ? "" : ", \(number(.coarse)) coarse only")
    ]
    let visits = collector.visits
    switch collector.selection {
    case .item(let item):
      let blank = visits.count { $0.outcome != .hit }
      lines.append(
        "item \(item): \(NumberText.count(visits.count, "visit")), \(blank == 0 ? "all hits" : "\(blank) not ready")"
          + (visits.count > 1 ? ", the longest wait first" : ""))
    case .frame(let index):
      let (time, offset) = collector.frame ?? (0, 0)
      let cells = NumberText.count(collector.cells.count, "cell")
      lines.append(
        "frame \(index) at \(VisitWords.seconds(time)), offset \(NumberText.thousandths(offset)) pt: \(cells), "
          + "\(collector.cells.count { $0.isBlank }) blank")
    case .worst:
      lines.append(
        visits.isEmpty
          ? "no cell waited after the first frame: every request was a hit"
          : visits.count == 1
            ? "the longest wait after the first frame"
            : "the \(visits.count) longest waits after the first frame, the longest first")
    case .all: break
    }
    if let whyEstimated, visits.contains(where: { $0.outcome != .hit }) {
      lines.append("what would have saved them is estimated, not replayed: \(whyEstimated)")
    }
    return lines
  }

  /// Visits whose story is told: in a frame those of its blank cells.
  private var told: [VisitWords] {
    let all = zip(collector.visits, rescues).map { VisitWords(visit: $0, rescues: $1, columns: columns) }
    guard case .frame = collector.selection else { return all }
    let blank = Set(collector.cells.filter { $0.isBlank }.map { $0.item })
    return all.filter { blank.contains($0.visit.item) }
  }

  /// Of a frame: each visit says the rest itself.
  private var table: TextTable? {
    guard case .frame = collector.selection, !collector.cells.isEmpty else { return nil }
    var table = TextTable(
      columns: [
        .init(["item"]), .init(["requested", "s"]), .init(["outcome"], alignsRight: false),
        .init(["shows"], alignsRight: false), .init(["waits for"], alignsRight: false), .init(["shown after", "ms"]),
      ])
    for cell in collector.cells {
      let visit = collector.visits.first { $0.item == cell.item }
      let waits =
        switch cell.state {
        case .image: ""
        case .decoding(let decode):
          "its decode on worker \(decode.worker + 1), begun \(VisitWords.seconds(decode.begun))"
        case .queued(let before):
          before == 0 ? "a worker, next" : "a worker, behind \(NumberText.count(before, "request"))"
        case .nothing: "nothing: no decode is queued"
        }
      let wait = visit.map { $0.shown == nil ? "never" : NumberText.fixed(Double($0.wait) / 1e6, decimals: 1) } ?? "-"
      table.append([
        "\(cell.item)", NumberText.fixed(Double(cell.requested) / 1e9, decimals: 3), visit?.outcome.rawValue ?? "-",
        !cell.isBlank ? "image" : cell.showsCoarse ? "coarse" : "blank", waits, wait,
      ])
    }
    return table
  }
}
