import StrategyKit

extension TraceParser {
  /// Reads a change of the photos, which makes a layout of the same cells with other content.
  ///
  /// - Returns: False if the line does not say which photos; it is left out then.
  mutating func readContent(_ code: TraceCode, _ details: TraceValue) throws(InputError) -> Bool {
    guard details["items"] != nil else {
      warn("\"\(code.rawValue)\" says no \"items\": it was left out")
      return false
    }
    guard layouts.count <= Trace.layoutsMax else { throw tooMany("layouts", limit: Trace.layoutsMax) }
    let old = layouts[layouts.count - 1]
    let items = try itemRanges(details, ascend: code != .access)
    let next = try changed(contents[contents.count - 1] ?? GridContent(first: old.count), by: code, items)
    contentRangeCount += next.photos.count
    guard contentRangeCount <= Trace.contentRangesMax else {
      throw tooMany("runs of photos, over all changes", limit: Trace.contentRangesMax)
    }
    var layout = old.showing(next, insteadOf: contents[contents.count - 1])
    let told = try sections(details, usual: old.usual, count: Int64(next.count), of: old)
    if let told {
      layout = old.laidOut(in: told)
    } else if layout.hasSections {
      try countSections(layout.sectionCount)
    }
    layouts.append(layout)
    contents.append(next)
    if details["content"] != nil {
      content = try pair("content", in: details, max: TraceParser.contentMax, min: .zero)
    } else {
      // What the content has beside the grid, such as a header, it keeps.
      content.height = max(.zero, content.height + layout.contentHeight - old.contentHeight)
    }
    contentSizes.append(content)
    hasNewLayout = true
    return true
  }

  private mutating func changed(
    _ now: GridContent, by code: TraceCode, _ items: [ItemRange]
  ) throws(InputError) -> GridContent {
    let named = items.reduce(0) { $0 + Int64($1.count) }
    let end = items.reduce(0) { max($0, Int64($1.upper)) }
    switch code {
    case .insert:
      let count = Int64(now.count) + named
      guard end <= count, count <= TraceParser.countMax, Int64(photoBound) + named <= TraceParser.countMax else {
        throw wrong("items", "\(end - 1)", mustBe: "places below \(count), the count afterwards")
      }
      defer { photoBound += Int32(named) }
      return now.inserting(photosFrom: photoBound, at: items)
    case .remove:
      guard end <= now.count else { throw wrong("items", "\(end - 1)", mustBe: "places below \(now.count), the count") }
      return now.removing(items)
    default:
      guard end <= TraceParser.countMax else {
        throw wrong("items", "\(end - 1)", mustBe: "photos below \(TraceParser.countMax)")
      }
      photoBound = max(photoBound, Int32(end))
      return GridContent(items)
    }
  }

  /// Reads a list of numbers and of `[first, end]` ranges, none twice: places, which ascend, or photos in the order of
  /// places.
  private func itemRanges(_ details: TraceValue, ascend: Bool) throws(InputError) -> [ItemRange] {
    let form = "a list of items and of [first, end] ranges, \(ascend ? "ascending, " : "")none twice"
    guard case .array(let values)? = details["items"] else {
      throw wrong("items", details["items"]?.description ?? "", mustBe: form)
    }
    func item(_ value: TraceValue) throws(InputError) -> Int64 {
      try whole(value, "items", allowed: 0...TraceParser.countMax)
    }
    var ranges: [ItemRange] = []
    for value in values {
      let bounds: (Int64, Int64)
      switch value {
      case .array(let ends) where ends.count == 2: bounds = (try item(ends[0]), try item(ends[1]))
      case .number:
        let number = try item(value)
        bounds = (number, number + 1)
      default: throw wrong("items", value.description, mustBe: form)
      }
      guard bounds.0 < bounds.1, !ascend || bounds.0 >= Int64(ranges.last?.upper ?? 0) else {
        throw wrong("items", value.json, mustBe: form)
      }
      ranges.join(ItemRange(lower: Int32(bounds.0), upper: Int32(bounds.1)))
    }
    let sorted = ascend ? [] : ranges.sorted { $0.lower < $1.lower }
    for (range, next) in zip(sorted, sorted.dropFirst()) where next.lower < range.upper {
      throw wrong("items", "\(next.lower)", mustBe: form)
    }
    return ranges
  }
}
