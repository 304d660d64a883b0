public import GridEngine
import LabBase
public import StrategyKit

/// A rule with the dates of the photos that it is applied to. A photo without a date lies with the photo before it.
public struct SectionPlan: Sendable {
  public let rule: SectionRule
  /// By photo: equal for photos of one section.
  private let keys: ContiguousArray<Int32>
  /// No photo has a date that is known, so there are no days.
  let isUndated: Bool

  /// Height of the header of a day, month or year: a line of text.
  public static let header = MilliPoints.points(44)

  /// - Returns: nil where the trace decides.
  public init?(_ rule: SectionRule, of assets: ContiguousArray<AssetInfo>) {
    if rule == .trace { return nil }
    self.rule = rule
    var day = assets.lazy.compactMap { $0.day }.first
    isUndated = rule != .one && day == nil
    var keys: ContiguousArray<Int32> = []
    for asset in assets where rule != .one {
      day = asset.day ?? day
      keys.append(SectionPlan.key(rule, day ?? 0))
    }
    self.keys = keys
  }

  private static func key(_ rule: SectionRule, _ day: Int32) -> Int32 {
    if rule == .day { return day }
    let date = CivilDate(daysSince1970: Int(day))
    return Int32(rule == .month ? date.year * 12 + date.month : date.year)
  }

  /// The layout with its photos in these sections: photos that follow each other and are of one key.
  func layout(_ layout: GridLayout, showing content: GridContent?) -> GridLayout {
    var usual = layout.usual.plain
    guard rule != .one else {
      return layout.laidOut(in: [GridSection(count: layout.count, style: usual)], usual: usual)
    }
    usual.header = SectionPlan.header
    var sections: [GridSection] = []
    var last: Int32?
    for photo in (content ?? GridContent(first: layout.count)).numbers {
      let key = keys[min(Int(photo), keys.count - 1)]
      if key == last {
        sections[sections.count - 1].count += 1
      } else {
        sections.append(GridSection(count: 1, style: usual))
        last = key
      }
    }
    return layout.laidOut(in: sections, usual: usual)
  }
}

extension ScreenOverride {
  /// The grid shows no more than these photos, in these sections.
  public mutating func show(_ assets: ContiguousArray<AssetInfo>, in rule: SectionRule) {
    assetCount = Int32(assets.count)
    sections = SectionPlan(rule, of: assets)
  }
}
