import LabPictures
import LabRecords

/// Where a report's files go: the page, its Markdown twin and their pictures, all beside each other.
struct ReportPlace {
  let page: String

  private var stem: String { String(page.dropLast(".html".count)) }
  var markdown: String { stem + ".md" }
  var pictures: String { stem + "-pictures" }
  /// The folder of pictures as page and Markdown name it.
  var link: String { pictures.split(separator: "/").last.map(String.init) ?? pictures }

  /// - Throws: `LabError` when there is a report already.
  func refuseExisting() throws {
    for path in [page, markdown, pictures] where Places.exists(path) {
      throw LabError("\(path) is there already: --force replaces it, --out NAME.html writes another")
    }
  }

  func prepare() throws { try RecordStore(directory: pictures).prepare() }

  /// The page last: one that is there has its pictures and its twin.
  func write(_ content: ReportContent, replacing: Bool) throws {
    var stillPath: String?
    if let still = ReportMarkdown.still(of: content) {
      stillPath = "\(link)/replay.svg"
      try OutputText.write(still + "\n", to: "\(pictures)/replay.svg")
    }
    try write(ReportMarkdown(content, stillPath: stillPath).text, to: markdown, replacing)
    try write(ReportPage(content).html, to: page, replacing)
  }

  private func write(_ text: String, to path: String, _ replacing: Bool) throws {
    var file = try ResultFile(path: path)
    try file.write(text)
    guard try file.commit(exclusively: !replacing) else {
      throw LabError("\(path) has appeared meanwhile: --force replaces it, --out NAME.html writes another")
    }
  }
}
