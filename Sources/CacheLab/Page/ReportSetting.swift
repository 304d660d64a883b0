/// Records that differ in strategy and trace alone: what one table of a report compares.
public struct ReportSetting: Sendable {
  /// What they share, as words: `decode-12ms`, the library, the screen where flags gave one.
  public let name: String
  public let matrix: ReportMatrix

  /// Records by setting, the one with most records first.
  public static func groups(of records: [RunRecord]) -> [ReportSetting] {
    var groups: [(key: JSON, records: [RunRecord])] = []
    for record in records {
      let key = ReportSetting.key(of: record)
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].records.append(record)
      } else {
        groups.append((key, [record]))
      }
    }
    let largest = groups.map(\.records.count).max() ?? 0
    let ordered = groups.filter { $0.records.count == largest } + groups.filter { $0.records.count != largest }
    return ordered.map { ReportSetting(name: name(of: $0.records[0]), matrix: ReportMatrix($0.records)) }
  }

  /// What decides a run's numbers but for strategy and trace, and whose fault a change of the trace's file is not.
  static func key(of record: RunRecord) -> JSON {
    let configuration = record.json["configuration"]
    var members: [String: JSON] = [:]
    for part in [
      "device", "cells", "scales", "manager-cache", "delivery", "cloud", "access", "time", "content-mode", "decode-in",
    ] {
      members[part] = configuration?[part]
    }
    members["source"] = configuration?["library"]?["source"]
    members["assets"] = configuration?["library"]?["assets"]
    if configuration?["screen"]?["from-flags"] == .bool(true) { members["screen"] = configuration?["screen"] }
    return .object(members)
  }

  private static func name(of record: RunRecord) -> String {
    let configuration = record.json["configuration"]
    let source = configuration?["library"]?["source"]
    let count = NumberText.grouped(configuration?["library"]?["assets"]?.integer ?? 0)
    let library = source?["folder"]?.string ?? "\(source?["profile"]?.string ?? "?") library"
    var parts = [record.device, "\(library), \(count) photos"]
    if let seed = source?["seed"]?.wideInteger, seed != 1 { parts.append("seed \(seed)") }
    if let screen = configuration?["screen"], screen["from-flags"] == .bool(true) {
      let viewport = screen["viewport-pt"]?.array?.compactMap(\.string).joined(separator: "x") ?? "?"
      let scale = NumberText.thousandths(screen["scale-thousandths"]?.integer ?? 0)
      parts.append("\(viewport) pt @\(scale)x, \(screen["columns"]?.integer ?? 0) columns")
    }
    if let bytes = configuration?["manager-cache"]?["bytes"]?.integer {
      parts.append("manager's cache of \(NumberText.megabytes(Double(bytes))) MB (assumed)")
    }
    if let delivery = configuration?["delivery"]?.string { parts.append("\(delivery) delivery") }
    if let cloud = configuration?["cloud"].flatMap({ CloudModel($0) }) { parts.append("cloud \(cloud.text)") }
    parts.append("cells \(record.cells)")
    if let scales = configuration?["scales"]?.string, scales != "all" { parts.append("scales \(scales)") }
    parts.append(record.isRealTime ? "on the wall clock" : "virtual time")
    if record.decodesInHelpers { parts.append("decoded in other processes") }
    return parts.joined(separator: ", ")
  }
}
