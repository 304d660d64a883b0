import LabBase
import LabRecords

/// What makes a recommendation weak, before anybody reads it.
extension Recommendation {
  /// More of the area without its image than this is no answer to be content with.
  private static let lackingMax = 0.2

  /// Why the answer is weak; none for one that is not, and where there is no answer.
  var weaknesses: [String] {
    guard let answer else { return [] }
    var reasons: [String] = []
    let all = plan.traces.count
    if aside.count * 3 >= all {
      reasons.append("\(aside.count) of \(NumberText.count(all, "trace")) \(aside.count == 1 ? "is" : "are") set aside")
    }
    let overloaded = judged.count { scores[answer, $0].value(.load) > 1 }
    if overloaded * 2 > judged.count {
      reasons.append(
        "on \(overloaded) of \(NumberText.count(judged.count, "trace")) the cells ask for more than the workers can decode"
      )
    }
    for group in groups {
      let mean = scores.mean(answer, over: group.traces)
      guard let sharp = mean.sharp, 1 - sharp > Recommendation.lackingMax else { continue }
      let lacking = mean.hasThumbnails ? "without its image" : "blank"
      reasons.append("even the best leaves \(NumberText.percent(1 - sharp)) \(lacking)\(suffix(group))")
    }
    if let plain, plain != answer, case let equal = judged.filter({ duel(answer, plain, on: $0) != .won }),
      equal.count * 2 >= judged.count
    {
      reasons.append("on \(equal.count) of \(NumberText.count(judged.count, "trace")) it shows no more than none does")
    }
    return reasons
  }
}
