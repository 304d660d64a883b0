public import Strategies

/// A trace reduced to what a replay acts on: frames, layout changes and memory warnings, in order.
public struct ReplayScript: Sendable {
  public struct Step: Sendable {
    public enum Kind: UInt8, Sendable {
      /// The grid shows offset `value`, in thousandths of a point.
      case frame
      /// Layout number `value` comes into force.
      case layout
      /// The system asks for memory.
      case memoryWarning
      /// The app goes to the background.
      case background
    }

    /// Nanoseconds since the start of the trace.
    public var time: Int64
    public var value: Int64
    public var kind: Kind

    public init(time: Nanoseconds, value: Int64 = 0, kind: Kind) {
      self.time = time.rawValue
      self.value = value
      self.kind = kind
    }
  }

  /// By time; at one time layout changes and warnings in the order of the file, then the frame.
  public let steps: ContiguousArray<Step>
  /// All layouts; the first is in force at the start.
  public let layouts: [GridLayout]
  /// When the clock stops.
  public let end: Nanoseconds

  /// - Precondition: a layout, steps in ascending time, none after `end`.
  public init(steps: ContiguousArray<Step>, layouts: [GridLayout], end: Nanoseconds) {
    precondition(!layouts.isEmpty, "a script has a layout")
    for (step, next) in zip(steps, steps.dropFirst()) {
      precondition(step.time <= next.time, "steps come in ascending time")
    }
    precondition(steps.last.map { $0.time <= end.rawValue } ?? true, "no step comes after the end")
    self.steps = steps
    self.layouts = layouts
    self.end = end
  }

  /// Items of the fullest layout: what arrays by item must hold.
  public var itemCapacity: Int { layouts.map { Int($0.count) }.max() ?? 0 }
}
