/// The grid as traces write it (docs/trace-format.md).
extension GridLayout {
  /// The `grid` of a header or a layout event, as JSON.
  package var traceText: String {
    // Columns, cell and spacing.
    var members = ["\"count\":\(count)"] + usual.traceMembers.prefix(3)
    if insetTop != .zero || insetBottom != .zero { members.append("\"inset\":[\(insetTop),0,\(insetBottom),0]") }
    if hasSections {
      let style = usual.traceMembers(beside: usual.plain)
      if !style.isEmpty { members.append("\"section\":{\(style.joined(separator: ","))}") }
      members.append("\"sections\":\(traceSections)")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The `sections` of a grid or a change of its content, as JSON: a number each, neighbours that are alike as a pair, and
  /// an object for a section that is not as most.
  package var traceSections: String {
    var elements: [String] = []
    var run = (count: Int32(0), times: 0)
    func end() {
      if run.times > 0 { elements.append(run.times == 1 ? "\(run.count)" : "[\(run.count),\(run.times)]") }
      run.times = 0
    }
    for section in sections {
      if section.style != usual {
        end()
        let members = ["\"count\":\(section.count)"] + section.style.traceMembers(beside: usual)
        elements.append("{\(members.joined(separator: ","))}")
      } else if run.times > 0 && run.count == section.count {
        run.times += 1
      } else {
        end()
        run = (section.count, 1)
      }
    }
    end()
    return "[\(elements.joined(separator: ","))]"
  }
}

extension GridSection.Style {
  fileprivate var traceMembers: [String] {
    [
      "\"columns\":\(columns)", "\"cell\":[\(cellWidth),\(cellHeight)]", "\"spacing\":[\(spacingX),\(spacingY)]",
      "\"inset\":[\(insetTop),0,\(insetBottom),0]", "\"header\":\(header)", "\"footer\":\(footer)",
    ]
  }

  fileprivate func traceMembers(beside usual: GridSection.Style) -> [String] {
    let members = traceMembers
    let others = usual.traceMembers
    return members.indices.filter { members[$0] != others[$0] }.map { members[$0] }
  }
}
