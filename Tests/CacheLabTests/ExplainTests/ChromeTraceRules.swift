import LabBase

/// The rules of the Chrome trace event format, as far as the lab writes it: what of a document breaks them.
enum ChromeTraceRules {
  static func violations(_ document: JSON) -> [String] {
    guard let rows = document["traceEvents"]?.array else { return ["there is no list traceEvents"] }
    var found: [String] = []
    var slices: [Thread: [(from: Double, to: Double)]] = [:]
    var named: Set<Thread> = []
    var open: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      guard let phase = row["ph"]?.string, let name = row["name"]?.string, !name.isEmpty,
        let process = row["pid"]?.integer, let number = row["tid"]?.integer
      else {
        found.append("row \(index): ph, name, pid or tid is missing")
        continue
      }
      let thread = Thread(process: process, number: number)
      guard phase == "M" || (row["ts"]?.number ?? -1) >= 0 else {
        found.append("row \(index): no time, or one below 0")
        continue
      }
      let time = row["ts"]?.number ?? 0
      switch phase {
      case "M":
        if name == "thread_name" { named.insert(thread) }
        if row["args"]?["name"]?.string == nil && row["args"]?["sort_index"]?.integer == nil {
          found.append("row \(index): metadata without a name or an index")
        }
      case "X":
        guard let duration = row["dur"]?.number, duration >= 0 else {
          found.append("row \(index): a slice without a duration")
          continue
        }
        slices[thread, default: []].append((time, time + duration))
        if !named.contains(thread) { found.append("row \(index): thread \(number) has no name") }
      case "C":
        let values = row["args"]?.object ?? [:]
        if values.isEmpty || values.values.contains(where: { $0.number == nil }) {
          found.append("row \(index): a counter without numbers")
        }
      case "i":
        if !["g", "p", "t"].contains(row["s"]?.string ?? "t") { found.append("row \(index): no such scope") }
        if !named.contains(thread) { found.append("row \(index): thread \(number) has no name") }
      case "b", "e":
        guard let id = row["id"]?.integer, let category = row["cat"]?.string else {
          found.append("row \(index): a span without id or category")
          continue
        }
        open["\(category) \(id) \(name)", default: 0] += phase == "b" ? 1 : -1
        if (0...1).contains(open["\(category) \(id) \(name)"] ?? 0) == false {
          found.append("row \(index): \(phase) of \(id) \(name) does not match")
        }
      default: found.append("row \(index): phase \(phase) is not one of those written")
      }
    }
    found += open.filter { $0.value != 0 }.map { "\($0.key) never ends" }.sorted()
    return found + slices.sorted { $0.key.number < $1.key.number }.flatMap { overlaps($0.value, on: $0.key) }
  }

  private struct Thread: Hashable {
    var process: Int64
    var number: Int64
  }

  private static func overlaps(_ slices: [(from: Double, to: Double)], on thread: Thread) -> [String] {
    let sorted = slices.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    // Times are of thousandths of a microsecond; a sum of two is off by less than a tenth of that.
    return zip(sorted, sorted.dropFirst()).filter { $0.to > $1.from + 0.0001 }.map {
      "thread \(thread.number): a slice from \($0.from) to \($0.to) overlaps one from \($1.from)"
    }
  }
}
