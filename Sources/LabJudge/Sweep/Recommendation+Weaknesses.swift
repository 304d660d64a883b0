import LabBase
import LabRecords

/// What makes a recommendation weak, before anybody reads it.
extension Recommendation {
  /// More of the area blank than this is no answer to be content with.
  private static let blankMax = 0.2

  /// Why the answer is weak; none for one that is not, and where there is no answer.
  var weaknesses: [String] {
    guard let answer else { return [] }
    var reasons: [String] = []
    let all = plan.traces.count
    if aside.count * 3 >= all {
      reasons.append("\(aside.count) of \(NumberText.count(all, "trace")) \(aside.count == 1 ? "is" : "are") set aside")
    }
    let overloaded = judged.count { scores[answer, $0].load ?? 0 > 1 }
    if overloaded * 2 > judged.count {
      reasons.append(
        "on \(overloaded) of \(NumberText.count(judged.count, "trace")) the cells ask for more than the workers can decode"
      )
    }
    for group in groups {
      guard let blank = scores.mean(answer, over: group.traces).blank, blank > Recommendation.blankMax else { continue }
      reasons.append("even the best leaves \(NumberText.percent(blank)) blank\(suffix(group))")
    }
    return reasons
  }
}
