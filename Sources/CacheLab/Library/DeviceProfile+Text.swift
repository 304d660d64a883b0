/// A device as it is written: a declared one, `decode-12ms`; another mean of a decode, `decode-20ms`; another number of
/// workers, `decode-20ms:workers=3`.
extension DeviceProfile {
  private static let meansMs: ClosedRange<Int64> = 1...1000
  private static let workerCounts: ClosedRange<Int> = 1...64

  /// The forms of a device beside a name of `all`, in words.
  public static let otherForms =
    "a mean from decode-\(meansMs.lowerBound)ms to decode-\(meansMs.upperBound)ms; either with "
    + ":workers=\(workerCounts.lowerBound) to \(workerCounts.upperBound) behind"
  /// The mean milliseconds of the first declared device, to which others are in proportion.
  private static let firstMeanMs: Int64 = 12

  /// Returns the device of a text, or nil.
  public static func named(_ text: String) -> DeviceProfile? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first,
      var device = all.first(where: { $0.name == name }) ?? inProportion(String(name))
    else { return nil }
    if parts.count == 1 { return device }
    let word = "workers="
    guard parts.count == 2, parts[1].hasPrefix(word), let workers = Int(parts[1].dropFirst(word.utf8.count)),
      workerCounts.contains(workers)
    else { return nil }
    (device.name, device.workers) = (text, workers)
    return device
  }

  /// Returns `decode-20ms`, each cost 20/12 of those of `decode-12ms`; for 4 and 30 it equals the declared ones.
  private static func inProportion(_ name: String) -> DeviceProfile? {
    guard name.hasPrefix("decode-"), name.hasSuffix("ms"),
      let mean = Int64(name.dropFirst(7).dropLast(2)), meansMs.contains(mean), name == "decode-\(mean)ms"
    else { return nil }
    func scaled(_ cost: Int64) -> Int64 { (2 * cost * mean + firstMeanMs) / (2 * firstMeanMs) }
    let first = all[0]
    return DeviceProfile(
      name: name, fixed: Nanoseconds(rawValue: scaled(first.fixed.rawValue)),
      picosecondsPerByte: scaled(first.picosecondsPerByte), picosecondsPerPixel: scaled(first.picosecondsPerPixel),
      picosecondsPerReducedPixel: scaled(first.picosecondsPerReducedPixel), workers: first.workers)
  }
}
