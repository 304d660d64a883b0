import CacheLab
import Testing

/// A new strategy is a file and a line, a new metric a constant and a word; what is forgotten is found here.
@Suite struct RegistrationTests {
  /// What conforms to one of `protocols` in the files of a folder but does not stand as `Name.registered` in the registry.
  static func missing(_ files: [SourceFile], conformingTo protocols: [String], in registry: SourceFile) -> [String] {
    let words = registry.code.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "." } }
    let registered = Set(words.map(String.init))
    return files.flatMap { file in
      file.declaredTypes.filter { type in
        type.conformances.split { !$0.isLetter }.contains { protocols.contains(String($0)) }
          && !registered.contains("\(type.name).registered")
      }.map { "\(file.place($0.line)): add `\($0.name).registered,` to \(registry.path)" }
    }
  }

  private let strategies = SourceTree.file("Sources/Strategies/StrategyRegistry+All.swift")

  @Test func everyPolicyIsRegistered() {
    let files = SourceTree.files(of: "Strategies", stage: "Policies")
    #expect(
      RegistrationTests.missing(
        files, conformingTo: ["CacheStrategy", "RankingStrategy", "EvictionPolicy"], in: strategies)
        == [])
    for file in files where !file.path.contains("+") {
      #expect(!file.declaredTypes.isEmpty, "\(file.path): a file of Policies/ declares a policy")
    }
  }

  /// Metrics that a file declares but `Metric.all` lacks.
  static func unlisted(_ file: SourceFile) -> [String] {
    let listed = Set(Metric.all.map(\.id))
    let declarations = file.lines.joined(separator: "\n").matches(of: /static let (\w+) = Metric\(\s*"([^"]+)"/)
    return declarations.filter { !listed.contains(String($0.output.2)) }.map {
      "\(file.path): add `\($0.output.1)` to `Metric.all`"
    }
  }

  @Test func everyMetricIsListed() {
    let files = SourceTree.files(of: "CacheLab", stage: "Metrics")
    #expect(files.flatMap(RegistrationTests.unlisted) == [])
    let declarations = files.flatMap { $0.code }.filter { (line: String) in line.holds(" = Metric(") }
    #expect(declarations.count == Metric.all.count)
  }

  @Test func anUnlistedMetricIsFound() {
    let path = "Sources/CacheLab/Metrics/Metric+Luck.swift"
    let text = "extension Metric {\n  static let luck = Metric(\n    \"luck\", unit: .ratio\n  ) { $0.luck }\n}"
    let found = RegistrationTests.unlisted(SourceFile(path: path, text: text))
    #expect(found == ["\(path): add `luck` to `Metric.all`"])
  }

  @Test func metricIdsAreDifferentAndKebabCase() {
    let ids = Metric.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(id)") }
  }

  @Test func anUnregisteredPolicyIsFound() {
    let path = "Sources/Strategies/Policies/Psychic.swift"
    let file = SourceFile(path: path, text: "public struct Psychic: CacheStrategy {\n}")
    let found = RegistrationTests.missing([file], conformingTo: ["CacheStrategy"], in: strategies)
    #expect(found == ["\(path):1: add `Psychic.registered,` to \(strategies.path)"])
  }

  /// What a metric is called is its own affair: code that switches over ids would have to be found and changed.
  @Test func nothingSwitchesOverMetricIds() {
    let ids = Set(Metric.all.map(\.id))
    for file in SourceTree.files {
      for (index, line) in file.lines.enumerated() where line.holds("case \"") {
        let named = line.matches(of: /"([a-z-]+)"/).map { String($0.output.1) }.filter { ids.contains($0) }
        #expect(named.isEmpty, "\(file.place(index)): no switch over metric ids; ask the metric instead")
      }
    }
  }
}
