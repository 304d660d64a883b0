/// What must hold from line to line of an event file, so that whoever follows it can add up what the lines say.
package struct EventOrder {
  private var time: Int64 = 0
  private var begunBytes: Int64 = 0

  package init(time: Int64 = 0, begunBytes: Int64 = 0) {
    self.time = time
    self.begunBytes = begunBytes
  }

  /// Bytes of all decodes of a file at most: two million terabytes. No replay begins as many, and every sum of bytes that
  /// follows from events is smaller.
  private static let begunBytesMax = 2 * FieldKind.figureMax

  /// Takes the next event.
  ///
  /// - Parameter begun: Bytes of the decode that begins, at most `FieldKind.figureMax`; 0 for other events.
  /// - Returns: What is wrong with it, in words; nil when it may follow.
  package mutating func problem(time: Int64, begun: Int64) -> String? {
    guard time >= self.time else { return "is not in the order of time: \(time) ns after \(self.time) ns" }
    guard begun <= EventOrder.begunBytesMax - begunBytes else { return "begins more bytes than any replay decodes" }
    self.time = time
    begunBytes += begun
    return nil
  }
}
