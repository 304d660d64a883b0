import CacheLab
import LabBase
import LabRecords

/// What a matrix means, in a few sentences from its numbers alone; the first is the answer.
struct MatrixConclusion {
  let sentences: [String]

  init(_ matrix: ReportMatrix) {
    if matrix.traces.count == 1 {
      sentences = [Conclusion(matrix.records).sentence]
    } else if let refusal = RunRecord.refusal(matrix.records, withTraces: true) {
      sentences = [refusal]
    } else if case let sets = matrix.sets, sets.count > 1 {
      sentences = sets.flatMap { MatrixConclusion($0).sentences }
    } else if matrix.choices.isEmpty {
      sentences = ["These are oracles: they know the trace or have no budget, and are not to ship."]
    } else if matrix.common.isEmpty {
      sentences = ["These runs share no trace, so no strategy is called better than another."]
    } else if matrix.choices.count == 1 {
      sentences = [MatrixConclusion.single(matrix), MatrixConclusion.load(matrix), MatrixConclusion.aside(matrix)]
        .compactMap { $0 }
    } else {
      sentences = [
        MatrixConclusion.comparison(matrix), MatrixConclusion.memory(matrix), MatrixConclusion.photos(matrix),
        MatrixConclusion.load(matrix), MatrixConclusion.aside(matrix),
      ].compactMap { $0 }
    }
  }

  private static func single(_ matrix: ReportMatrix) -> String {
    let name = matrix.choices[0]
    let lacking = NumberText.percent(matrix.mean(name, ReportMatrix.lacking))
    let worst = matrix.most(name, ReportMatrix.lacking).map {
      " (most on \($0.trace): \(NumberText.percent($0.value)))"
    }
    let peak = matrix.most(name, Column(.peakBitmapBytes).number)?.value ?? 0
    return "Over \(matrix.commonWords), after the first frame, \(name) has "
      + "\(NumberText.percent(matrix.mean(name, Column(.warmHitRate).number))) of images ready when their cell appears and leaves "
      + "\(lacking) of the visible area \(words(matrix)) on average\(worst ?? ""), holding at most \(NumberText.megabytes(peak)) MB."
  }

  /// What a screen lacks.
  private static func words(_ matrix: ReportMatrix) -> String { matrix.hasThumbnails ? "without its image" : "blank" }

  /// Who lacks least, against the one that lacks most.
  private static func comparison(_ matrix: ReportMatrix) -> String? {
    let means = matrix.choices.compactMap { name in
      matrix.mean(name, ReportMatrix.lacking).map { (name: name, value: $0) }
    }
    guard let best = means.first, let worst = means.last else { return nil }
    let over = "Over \(matrix.commonWords)"
    if best.value == worst.value {
      return "\(over), all strategies leave equally much \(words(matrix)) after the first frame: "
        + "\(NumberText.percent(best.value)) of the visible area on average."
    }
    let equals = means.filter { $0.value == best.value }.map(\.name)
    let wins = matrix.common.count { trace in
      let blanks = matrix.sharedRecords.filter { $0.trace == trace && !$0.isOracle }.compactMap { record in
        ReportMatrix.lacking(record).map { (record.strategy, $0) }
      }
      return blanks.first { $0.0 == best.name }?.1 == blanks.map(\.1).min()
    }
    let share = matrix.common.count == 1 ? "" : "; no other leaves less on \(wins) of them"
    let leave = equals.count == 1 ? "leaves" : "leave"
    return "\(over), \(NameList.text(equals)) \(leave) least \(words(matrix)) after the first frame: "
      + "\(NumberText.percent(best.value)) of the visible area on average, against "
      + "\(NumberText.percent(worst.value)) for \(worst.name)\(share)."
  }

  private static func memory(_ matrix: ReportMatrix) -> String? {
    let peaks = matrix.choices.compactMap { name in
      matrix.most(name, Column(.peakBitmapBytes).number).map { (name: name, value: $0.value) }
    }
    guard let best = peaks.first, let least = peaks.min(by: { $0.value < $1.value }) else { return nil }
    let held = "\(best.name) holds at most \(NumberText.megabytes(best.value)) MB of bitmaps"
    if best.value == least.value { return held + ", and none holds less." }
    return held + "; \(least.name) holds least, \(NumberText.megabytes(least.value)) MB."
  }

  /// What an app that stays with `PHCachingImageManager` can have.
  private static func photos(_ matrix: ReportMatrix) -> String? {
    func drives(_ name: String) -> Bool {
      matrix.records.first { $0.strategy == name }?.configuration.drivesPhotos ?? true
    }
    guard let best = matrix.best, !drives(best), let first = matrix.choices.first(where: drives) else { return nil }
    return "\(best) needs GridDriver in an app; of those that PHCachingImageManager can run, \(first) leaves least "
      + "\(words(matrix)) (\(NumberText.percent(matrix.mean(first, ReportMatrix.lacking))))."
  }

  private static func load(_ matrix: ReportMatrix) -> String? {
    let loads = matrix.traces.compactMap { trace in
      matrix.records(on: trace).first?.metric(.loadWorstSecond)?.number.map { (trace: trace, value: $0) }
    }
    let over = loads.filter { $0.value >= 1.05 }
    guard let most = over.max(by: { $0.value < $1.value }) else { return nil }
    let place = over.count == 1 ? "On \(most.trace)" : "On \(over.count) of \(loads.count) traces"
    let factor = "\(NumberText.fixed(most.value, decimals: 1)) times\(over.count == 1 ? "" : " on \(most.trace)")"
    return "\(place) the worst second asks for more than the workers can decode (\(factor)): "
      + "there, only what was decoded before can be ready."
  }

  /// What ran on other traces than the compared ones, or not on all of these.
  private static func aside(_ matrix: ReportMatrix) -> String? {
    guard let words = matrix.asideWords else { return nil }
    let strategies = matrix.compared.count == 1 ? "one strategy" : "\(matrix.compared.count) strategies"
    return
      "Not every strategy ran on every trace: figures compare \(strategies) on \(matrix.commonWords); "
      + "set aside: \(words)."
  }
}
