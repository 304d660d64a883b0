/// A device fitted to measurements, with figures on how far it may be trusted.
public struct FittedDevice: Sendable {
  public let device: DeviceProfile
  /// The errors of its costs against all measured times.
  public let errors: ErrorSummary
  /// The measurements and how well the fit follows them, as device files keep them, in the order of tables.
  public let figures: [(name: String, value: JSON)]
  /// The reason why the machine is unfit to measure, with the cure; nil if it is fit.
  public internal(set) var unfitness: String?

  /// True if the costs tell too little of a decode: more than 10 % off in the median, or 25 % at the 95th percentile.
  public var isPoor: Bool { errors.median > 0.1 || errors.p95 > 0.25 }

  var members: [String: JSON] { Dictionary(figures.map { ($0.name, $0.value) }) { $1 } }

  /// The output of `lab-run calibrate`: the cost, then a row for each figure, those of scales in columns.
  public var text: String {
    let cost =
      "\(device.name): cost = \(NumberText.grouped(device.fixed.rawValue)) ns + "
      + "\(device.scaleFactors == nil ? "" : "factor x ")(\(NumberText.grouped(device.picosecondsPerByte)) ps x encoded bytes + "
      + "\(NumberText.grouped(device.picosecondsPerPixel)) ps x decoded pixels)\n  + "
      + "\(NumberText.grouped(device.picosecondsPerReducedPixel)) ps x pixels that a reduction writes; "
      + NumberText.count(device.workers, "worker")
    var table = TextTable(columns: [.init(["figure"], alignsRight: false), .init(["value"], alignsRight: false)])
    if let factors = device.scaleFactors {
      table.append(["factors of 1/8 to 8/8", factors.map { $0.decimal(over: 1000) }.joined(separator: " ")])
    }
    for (name, value) in figures { FittedDevice.append(name, value, to: &table) }
    return "\(cost)\n\n\(table.text(width: 100))"
  }

  private static func append(_ name: String, _ value: JSON, to table: inout TextTable) {
    switch value {
    case .object(let members):
      for (key, value) in members.ordered(by: { $0.key < $1.key }) { append("\(name) \(key)", value, to: &table) }
    case .array(let elements) where elements.first?.object != nil:
      for key in (elements.first?.object ?? [:]).keys.ordered() {
        append("\(name) \(key)", .array(elements.compactMap { $0[key] }), to: &table)
      }
    case .array(let elements): table.append([name, elements.map(text).joined(separator: " ")])
    default: table.append([name, text(value)])
    }
  }

  private static func text(_ value: JSON) -> String {
    switch value {
    case .integer(let value): NumberText.grouped(Double(value))
    case .number(let share): NumberText.percent(share)
    default: value.string ?? value.compactText
    }
  }
}

extension DeviceProfile {
  /// Creates a device of fitted costs: nanoseconds a decode, a byte and a pixel.
  init(
    fitted name: String, workers: Int, fixed: Double, perByte: Double, perPixel: Double, perReducedPixel: Double,
    factors: [Double]? = nil
  ) throws(MeasureError) {
    let costs = [fixed, perByte * 1000, perPixel * 1000, perReducedPixel * 1000]
    let values = (costs + (factors ?? []).map { $0 * 1000 }).map { $0.rounded() }
    guard values.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e15 }) else { throw .noFit("\(values)") }
    let whole = values.map { Int64($0) }
    self.init(
      name: name, fixed: Nanoseconds(rawValue: whole[0]), picosecondsPerByte: whole[1], picosecondsPerPixel: whole[2],
      picosecondsPerReducedPixel: whole[3], workers: workers, scaleFactors: factors.map { _ in Array(whole[4...]) })
    if let problem = DeviceLimits.problem(of: self) { throw .noFit(problem) }
  }
}

/// The size of relative errors in two numbers, as shares: 0.02 is 2 %.
public struct ErrorSummary: Sendable {
  /// The median by nearest rank, like every percentile of the lab.
  public let median: Double
  public let p95: Double

  init(_ errors: [Double]) {
    let sorted = errors.map(\.magnitude).ordered()
    median = ErrorSummary.element(of: sorted, percent: 50)
    p95 = ErrorSummary.element(of: sorted, percent: 95)
  }

  var json: JSON { .object(["median": .share(median), "p95": .share(p95)]) }

  static func median(of values: [Double]) -> Double { element(of: values.ordered(), percent: 50) }

  /// Returns the mean of the middle half; 1 if there are no values.
  static func midmean(of values: [Double]) -> Double {
    let sorted = values.ordered()
    let middle = sorted[(sorted.count / 4)..<(sorted.count - sorted.count / 4)]
    return middle.isEmpty ? 1 : middle.reduce(0, +) / Double(middle.count)
  }

  private static func element(of sorted: [Double], percent: Int) -> Double {
    sorted.isEmpty ? 0 : sorted[(sorted.count * percent + 99) / 100 - 1]
  }
}

extension JSON {
  static func count(_ value: some BinaryInteger) -> JSON { .integer(Int128(value)) }

  /// Returns a share with four decimals; further ones are noise.
  static func share(_ value: Double) -> JSON { .number((value * 10_000).rounded() / 10_000) }
}
