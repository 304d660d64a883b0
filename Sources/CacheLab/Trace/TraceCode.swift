/// What a line of a trace other than a sample says.
public enum TraceCode: String, CaseIterable, Sendable {
  case down, drag, up, decel, bounce, idle, jump, top, scrub, layout, insert, remove, access
  case memoryWarning = "memory-warning"
  case background, foreground, mark, end
}
