import CacheLab
import Strategies
import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct StrategyStyleTests {
  @Test func allThatShipLookDifferent() {
    let styles = StrategyStyle.of(StrategyRegistry.all.descriptors.map(\.id))
    #expect(Set(styles).count == styles.count)
  }

  /// A new strategy works without one; it then has a place of its own here.
  @Test(arguments: StrategyRegistry.all.descriptors.map(\.id)) func aColourDoesNotDependOnTheOthers(strategy: String) {
    let alone = StrategyStyle.of([strategy])[0]
    let among = StrategyStyle.of(
      ["none", "my-own", "lru:budget=16MB", "preheat2x"].filter { $0 != strategy } + [strategy])
    #expect(among.last?.hue.name == alone.hue.name)
  }

  @Test func strategiesOfOnesOwnHaveAColourOfTheirOwn() {
    let names = (0..<40).map { "mine-\($0)" }
    let alone = names.map { StrategyStyle($0).hue.name }
    #expect(StrategyStyle.of(names).map(\.hue.name) == alone)
    #expect(Set(alone).count == StrategyStyle.hues.count, "all colours are used")
  }

  @Test func deliveryChangesNoLook() {
    for name in ["preheat2x", "mine", "lru:budget=16MB"] {
      #expect(StrategyStyle(name) == StrategyStyle(name + "+opportunistic"))
    }
  }

  @Test func twoOfOneLookAreToldApartByTheirDashes() throws {
    let twins = (0..<200).map { "mine-\($0)" }.filter { StrategyStyle($0) == StrategyStyle("mine-0") }
    let two = Array(twins.prefix(2))
    try #require(two.count == 2)
    let styles = StrategyStyle.of(two)
    #expect(styles[0].hue.name == styles[1].hue.name && styles[0].dash != styles[1].dash)
  }

  /// Two strategies of one pattern have colours that lie far apart for eyes with three kinds of cones, and for those that
  /// lack the one for red or for green (as Machado, Oliveira and Fernandes compute it, 2009).
  @Test func coloursAreToldApartByAllEyes() {
    for (index, one) in StrategyStyle.hues.enumerated() {
      for two in StrategyStyle.hues[..<index] {
        for sight in Sight.all {
          #expect(sight.distance(one.light, two.light) > 30, "\(one.name) and \(two.name) on light ground")
          #expect(sight.distance(one.dark, two.dark) > 30, "\(one.name) and \(two.name) on dark ground")
        }
      }
    }
  }

  @Test func ranksAreWrittenBehindTheMetric() throws {
    let record = SampleRecord.record(hits: 3, peak: 12_345_678)
    #expect(try #require(Column.named("hit-rate")).shown(record) == 75)
    #expect(try #require(Column.named("peak-bitmap-bytes")).shown(record) == 12.345678)
    #expect(try #require(Column.named("time-to-image-p95")).shown(record) == 9.44)
    #expect(try #require(Column.named("time-to-image-p50")).shown(record) == 0)
    #expect(try #require(Column.named("decode-cpu-p50")).shown(record) == nil, "not in this record")
    for id in ["hit", "time-to-image-p42", "", "-p95"] { #expect(Column.named(id) == nil, "\(id)") }
  }

  @Test func numbersOfAColumnHaveOneForm() {
    let columns: [[Double?]] = [[0.456, nil], [0, 12.34], [3, 247], [99.4], [99.6], [nil]]
    #expect(columns.map(Plot.decimals) == [2, 1, 0, 1, 0, 2])
  }

  /// Heat maps colour a trace's cells between its best and its worst.
  @Test func theBestOfATraceIsDarkestAndSmallDifferencesArePassedOver() throws {
    let peaks: [Int64] = [30_000_000, 60_000_000, 30_100_000]
    let records = peaks.enumerated().map { SampleRecord.record(strategy: "s\($0.offset)", peak: $0.element) }
    let rows = Plot.heat(records, metric: Column(.peakBitmapBytes)).data.split(separator: "\n").dropFirst()
    let goodness = rows.compactMap { Double($0.split(separator: "\t")[5]) }
    #expect(goodness == [1, 0, 0.997])
    let alike = Plot.heat([records[0], records[2]], metric: Column(.peakBitmapBytes)).data.split(separator: "\n")
    #expect(alike.last?.contains("\t0.983\t") == true, "\(alike)")
  }

  @Test func whoIsBeatenOnBothIsNotOnTheFront() throws {
    let records = [("a", 20, 10), ("b", 30, 5), ("c", 40, 5), ("d", 50, 1), ("e", 50, 2)].map {
      SampleRecord.record(strategy: $0.0, blank: Int128($0.2), peak: Int64($0.1) * 1_000_000)
    }
    let front = Plot.pareto(records).data.split(separator: "\n\n\n", omittingEmptySubsequences: false)[0]
    #expect(front.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["a", "b", "d"])
  }
}

/// How eyes see colours: what of red, green and blue light becomes of each.
private struct Sight {
  let rows: [[Double]]

  static let all = [
    Sight(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    Sight(rows: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    Sight(rows: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
  ]

  /// In CIELAB: 1 is the least that is seen side by side.
  func distance(_ one: String, _ two: String) -> Double {
    zip(lab(one), lab(two)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  private func power(_ base: Double, _ exponent: Double) -> Double { .exp(exponent * .log(base)) }

  private func lab(_ hex: String) -> [Double] {
    let number = Int(hex.dropFirst(), radix: 16) ?? 0
    let light = [16, 8, 0].map { shift -> Double in
      let part = Double(number >> shift & 255) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055, 2.4)
    }
    let seen = rows.map { row in min(1, max(0, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })) }
    func share(_ weights: [Double], of white: Double) -> Double {
      let value = zip(weights, seen).reduce(0) { $0 + $1.0 * $1.1 } / white
      return value > 0.008856 ? power(value, 1.0 / 3) : 7.787 * value + 16.0 / 116
    }
    let x = share([0.4124, 0.3576, 0.1805], of: 0.95047)
    let y = share([0.2126, 0.7152, 0.0722], of: 1)
    let z = share([0.0193, 0.1192, 0.9505], of: 1.08883)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
}
