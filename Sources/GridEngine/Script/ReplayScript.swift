public import StrategyKit

/// A trace reduced to what a replay acts on: frames, changes of layout and content, and memory warnings, in order.
public struct ReplayScript: Sendable {
  public struct Step: Sendable {
    public enum Kind: UInt8, Sendable {
      /// The grid shows offset `value`, in thousandths of a point.
      case frame
      /// Layout number `value` comes into force.
      case layout
      /// Photos came, went or became visible: layout number `value` with the content of that number comes into force.
      case content
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

  /// What a phone knows of the scroll from a time on: told with the first frame that is not before it.
  public struct Signal: Hashable, Sendable {
    /// Nanoseconds since the start of the trace.
    public var time: Int64
    /// Where the scroll will stop; nil where nobody knows.
    public var target: MilliPoints?
    public var phase: ScrollPhase

    public init(time: Nanoseconds, phase: ScrollPhase, target: MilliPoints? = nil) {
      self.time = time.rawValue
      self.target = target
      self.phase = phase
    }
  }

  /// By time; at one time layout changes and warnings in the order of the file, then the frame.
  public let steps: ContiguousArray<Step>
  /// All layouts; the first is in force at the start.
  public let layouts: [GridLayout]
  /// By layout: the photos that the grid shows; nil where these are the library's first ones.
  public let contents: [GridContent?]
  /// By time; empty where nothing is known.
  public let signals: ContiguousArray<Signal>
  /// When the clock stops.
  public let end: Nanoseconds

  /// - Precondition: a layout, steps in ascending time, none after `end`.
  ///
  /// - Parameters:
  ///   - contents: By layout, each of as many photos as the layout has; empty where all are the library's first ones.
  ///   - signals: In ascending time.
  public init(
    steps: ContiguousArray<Step>, layouts: [GridLayout], contents: [GridContent?] = [],
    signals: ContiguousArray<Signal> = [], end: Nanoseconds
  ) {
    precondition(!layouts.isEmpty, "a script has a layout")
    var last = Int64.min
    for step in steps {
      precondition(last <= step.time, "steps come in ascending time")
      last = step.time
    }
    precondition(steps.last.map { $0.time <= end.rawValue } ?? true, "no step comes after the end")
    self.steps = steps
    self.layouts = layouts
    self.contents = contents.isEmpty ? Array(repeating: nil, count: layouts.count) : contents
    precondition(self.contents.count == layouts.count, "a content for each layout")
    for (layout, content) in zip(layouts, self.contents) {
      precondition(content.map { $0.count == layout.count } ?? true, "a layout has as many items as its content")
    }
    last = Int64.min
    for signal in signals {
      precondition(last <= signal.time, "signals come in ascending time")
      last = signal.time
    }
    self.signals = signals
    self.end = end
  }

  /// One more than the highest number of a photo: what arrays by photo must hold.
  public var itemCapacity: Int { zip(layouts, contents).map { Int($1?.photoBound ?? $0.count) }.max() ?? 0 }

  /// True when a grid shows other photos than the library's first ones, at some time.
  public var changesContent: Bool { contents.contains { $0 != nil } }
}
