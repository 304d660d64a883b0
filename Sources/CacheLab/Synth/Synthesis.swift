/// The description of a synthetic trace.
public struct Synthesis: Sendable {
  /// The possible refresh rates, in hertz: below ten, frames would be farther apart than a trace's holes.
  public static let rates = 10...1000
  /// The longest trace, in seconds.
  public static let secondsMax: Int64 = 86_400

  public var model: ScrollModel
  public var refreshHz: Int
  /// The grid and its screen; see `layout(screen:count:)`.
  public var layout: GridLayout
  public var title: String
  /// The offset at the beginning, in points.
  public var startOffset: Double
  /// The length in milliseconds; nil ends the trace when the last gesture's scroll rests.
  public var durationMs: Double?

  public init(
    model: ScrollModel, refreshHz: Int, layout: GridLayout, title: String, startOffset: Double = 0,
    durationMs: Double? = nil
  ) {
    self.model = model
    self.refreshHz = refreshHz
    self.layout = layout
    self.title = title
    self.startOffset = startOffset
    self.durationMs = durationMs
  }

  /// Returns the project's usual grid, 4,000 photos in 4 columns on 390 x 844 pt at scale 3, changed by `screen`.
  ///
  /// - Throws: `InputError` if no cell fits.
  public static func layout(_ screen: ScreenOverride, count: Int32 = 4000) throws(InputError) -> GridLayout {
    let usual = GridLayout(
      count: count, columns: 4, cellWidth: .points(96), cellHeight: .points(96), spacingX: .points(2),
      spacingY: .points(2), viewportWidth: .points(390), viewportHeight: .points(844), scaleThousandths: 3000)
    return try screen.applied(to: usual, headerColumns: 4, place: "screen")
  }

  /// Returns the trace of a script's gestures.
  ///
  /// - Throws: `InputError` if the trace would be too long or a gesture does not fit the screen.
  public func trace(of script: GestureScript, file: String) throws(InputError) -> TraceDocument {
    try made(script, words: "gesture script \(file)")
  }

  /// Returns the trace of a modelled person; `durationMs` is its length.
  public func trace(of style: HumanStyle, seed: UInt64) throws(InputError) -> TraceDocument {
    try made(style.fingers(person: seed, seed: seed), words: style.words, seed: seed)
  }

  /// - Parameters:
  ///   - seed: That of a modelled person, who looks for a while before the first touch.
  ///   - converter: The command whose input is a log.
  func made(
    _ fingers: some Fingers, words: String, seed: UInt64? = nil, converter: String? = nil
  ) throws(InputError) -> TraceDocument {
    var source: TraceValue.Members = [
      ("kind", .string(converter == nil ? "synthetic" : "converted")),
      ("by", .string(converter ?? "lab-run trace synth")), ("model", .string(model.summary)),
      ("fingers", .string(words)),
    ]
    if let seed { source.append(("seed", .integer(Int64(seed)))) }
    if converter == nil { source.append(("license", .string("Apache-2.0"))) }
    let clock: TraceValue.Members = [("refresh_hz", .integer(Int64(refreshHz))), ("clock", .string("frame"))]
    var synthesizer = Synthesizer(self, header: .header(layout, title: title, clock: clock, source: source))
    if seed != nil { synthesizer.advance(to: 600_000) }
    return try synthesizer.run(fingers)
  }
}
