import CacheLab
import LabRecords

enum PageFacts {
  typealias Fact = (name: String, text: String)

  static func configuration(_ setting: ReportSetting) -> [Fact] {
    let records = setting.matrix.records
    guard let device = records.first?.configuration.device else { return [] }
    let costs = [
      (device.fixed.rawValue, "ns a decode"), (device.picosecondsPerByte, "ps a byte"),
      (device.picosecondsPerPixel, "ps a pixel"),
    ]
    let cost = costs.map { "\(NumberText.grouped($0)) \($1)" }
    let screens = distinct(records) { record in
      record.configuration.screen.map { "\($0.columns ?? 0) columns of \($0.target) px on \($0.words)" }
    }
    let decoded = distinct(records) {
      $0.configuration.decodes
        ? "really, by libjpeg-turbo" : "nothing: counted in virtual time, nothing measured"
    }
    let fingerprints = distinct(records) { $0.configuration.library.fingerprint }
    return [
      ("Setting", setting.name),
      ("Device", "\(records[0].device): \(cost.joined(separator: ", ")), \(device.workers) workers"),
      ("Strategies", distinct(records) { $0.configuration.strategy }.joined(separator: ", ")),
      ("Library", "fingerprint \(fingerprints.joined(separator: ", "))"),
      ("Screens", screens.joined(separator: "; ")),
      ("Decoded", decoded.joined(separator: ", ")),
    ].filter { !$0.1.isEmpty }
  }

  /// Returns the machines and programs of the records; values that differ are listed side by side.
  static func environment(_ records: [RunRecord]) -> [Fact] {
    func field(_ value: (RunEnvironment) -> String?) -> String {
      distinct(records) { value($0.environment) }.joined(separator: "; ")
    }
    let jpeg = field { environment in environment.codecVersion.map { "\($0), \(environment.simd ?? "?")" } }
    let cores = field { $0.cores.map { "\($0)" } }
    let created = records.map(\.created).sorted()
    let span = created.first == created.last ? created.first : "\(created.first ?? "") to \(created.last ?? "")"
    return [
      ("Processor", field(\.cpu) + (cores.isEmpty ? "" : ", \(cores) cores")), ("Kernel", field(\.kernel)),
      ("libjpeg-turbo", jpeg), ("Swift", field(\.swift)), ("CacheLab", field(\.lab)),
      ("Revision", field(\.gitRevision)), ("Huge pages", field(\.transparentHugePages)),
      ("glibc tunables", field(\.glibcTunables)), ("Runs", "\(records.count), \(span ?? "")"),
    ].filter { !$0.1.isEmpty }
  }

  private static func distinct(_ records: [RunRecord], _ value: (RunRecord) -> String?) -> [String] {
    records.compactMap(value).filter { !$0.isEmpty }.unique
  }
}
