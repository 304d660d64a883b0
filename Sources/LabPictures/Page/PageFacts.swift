import LabBase
import LabRecords

/// What a report says of how its numbers were made.
enum PageFacts {
  typealias Fact = (name: String, text: String)

  /// Settings that all records of a setting share.
  static func configuration(_ setting: ReportSetting) -> [Fact] {
    let records = setting.matrix.records
    guard let first = records.first?.json["configuration"] else { return [] }
    let device = first["device"]
    let costs = ["fixed-ns": "ns a decode", "ps-per-byte": "ps a byte", "ps-per-pixel": "ps a pixel"]
    let cost = costs.sorted { $0.key < $1.key }.compactMap { key, unit in
      device?[key]?.integer.map { "\(NumberText.grouped($0)) \(unit)" }
    }
    let fingerprints = distinct(records) { $0.json["configuration"]?["library"]?["fingerprint"]?.string }
    return [
      ("Setting", setting.name),
      ("Device", "\(records[0].device): \(cost.joined(separator: ", ")), \(device?["workers"]?.integer ?? 0) workers"),
      ("Strategies", distinct(records) { $0.json["configuration"]?["strategy"]?.string }.joined(separator: ", ")),
      ("Library", "fingerprint \(fingerprints.joined(separator: ", "))"),
      ("Screens", distinct(records, screen).joined(separator: "; ")),
      ("Scales", distinct(records) { $0.json["configuration"]?["scales"]?.string }.joined(separator: ", ")),
      ("Decoded", distinct(records) { decoded($0) }.joined(separator: ", ")),
    ].filter { !$0.1.isEmpty }
  }

  /// The machines and programs of all records; what differs is told of each.
  static func environment(_ records: [RunRecord]) -> [Fact] {
    let jpeg = distinct(records) { record -> String? in
      guard let part = record.json["environment"]?["libjpeg-turbo"], let version = part["version"]?.string else {
        return nil
      }
      return "\(version), \(part["simd"]?.string ?? "?")"
    }
    func field(_ key: String) -> String {
      distinct(records) { record in
        record.json["environment"]?[key].flatMap { $0.string ?? $0.integer.map { "\($0)" } }
      }.joined(separator: "; ")
    }
    let created = records.compactMap { $0.json["created"]?.string }.sorted()
    let span = created.first == created.last ? created.first : "\(created.first ?? "") to \(created.last ?? "")"
    return [
      ("Processor", field("cpu") + (field("cores").isEmpty ? "" : ", \(field("cores")) cores")),
      ("Kernel", field("kernel")), ("libjpeg-turbo", jpeg.joined(separator: "; ")), ("Swift", field("swift")),
      ("CacheLab", field("lab")), ("Revision", field("git-revision")), ("Huge pages", field("transparent-huge-pages")),
      ("glibc tunables", field("glibc-tunables")), ("Runs", "\(records.count), \(span ?? "")"),
    ].filter { !$0.1.isEmpty }
  }

  /// The notes of records, each once, with how many records have it where not all do.
  static func notes(_ records: [RunRecord]) -> [String] {
    let all = records.flatMap { record in record.notes.map { "\(record.trace): \($0)" } }
    var seen: Set<String> = []
    return all.filter { seen.insert($0).inserted }
  }

  private static func decoded(_ record: RunRecord) -> String? {
    record.json["configuration"]?["decode"]?.string == "none"
      ? "nothing: counted in virtual time, nothing measured" : "really, by libjpeg-turbo"
  }

  private static func screen(_ record: RunRecord) -> String? {
    guard let screen = record.json["configuration"]?["screen"] else { return nil }
    let viewport = screen["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
    let target = screen["target-px"]?.array?.compactMap(\.integer).map { "\($0)" }.joined(separator: "x") ?? "?"
    let scale = NumberText.thousandths(screen["scale-thousandths"]?.integer ?? 0)
    return "\(screen["columns"]?.integer ?? 0) columns of \(target) px on \(viewport) pt @\(scale)x"
  }

  private static func distinct(_ records: [RunRecord], _ value: (RunRecord) -> String?) -> [String] {
    var values: [String] = []
    for record in records {
      if let value = value(record), !value.isEmpty, !values.contains(value) { values.append(value) }
    }
    return values
  }
}
