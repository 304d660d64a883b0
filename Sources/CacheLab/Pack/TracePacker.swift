import LabBase

/// Makes blocks of a pack: gathers traces until a block is full.
package struct TracePacker: Sendable {
  private var traces: [(units: PackedMotion.Units, lineCount: Int, numbers: [UInt8], words: [UInt8])] = []
  private var byteCount = 0

  package init() {}

  package var count: Int { traces.count }

  /// Another trace may be too much.
  package var isFull: Bool { traces.count == TracePackBlock.tracesMax || byteCount > TracePackBlock.textMax / 16 }

  /// Adds a trace; its text is what a pack gives back.
  ///
  /// - Throws: `TracePackDamage` for a trace that is too long for a pack.
  package mutating func add(_ document: TraceDocument, name: String) throws(TracePackDamage) {
    let words = Array((name.visible + "\n" + document.words).utf8)
    guard document.lines.count <= TracePackBlock.linesMax, words.count <= TracePackBlock.textMax else {
      throw TracePackDamage(
        "it has \(document.lines.count) lines, and a pack takes \(TracePackBlock.linesMax) of a trace: cut it "
          + "(trace cut)")
    }
    guard words.split(separator: UInt8(ascii: "\n")).allSatisfy({ $0.count <= Trace.lineBytesMax }) else {
      throw TracePackDamage("it has a line of more than \(Trace.lineBytesMax) bytes: shorten it")
    }
    let units = document.units
    var motion = PackedMotion(units)
    var numbers = ByteWriter()
    for line in document.lines {
      switch line.body {
      case .sample(let offset):
        guard let steps = units.steps(offset) else { throw TracePackDamage("an offset of \(offset) has no place") }
        motion.writeSample(at: line.time / units.time, steps: steps, &numbers)
      case .event: motion.writeEvent(at: line.time / units.time, &numbers)
      case .comment: motion.writeComment(&numbers)
      }
    }
    traces.append((units, document.lines.count, numbers.bytes, words))
    byteCount += numbers.count + words.count
  }

  /// The block of all that was added; what comes next begins another.
  package mutating func take() -> [UInt8] {
    var writer = ByteWriter()
    writer.varint(UInt64(traces.count))
    for (units, lineCount, numbers, words) in traces {
      for value in [Int64(lineCount), units.time, units.steps, units.period] { writer.varint(UInt64(value)) }
      writer.varint(UInt64(numbers.count))
      writer.varint(UInt64(words.count))
    }
    PackedBytes.write(Array((traces.map(\.numbers) + traces.map(\.words)).joined()), to: &writer)
    self = TracePacker()
    return writer.bytes
  }
}

extension TraceDocument {
  /// Header, events and comments, a line each: what is no number.
  fileprivate var words: String {
    var words = header.json + "\n"
    for line in lines {
      switch line.body {
      case .sample: break
      case .event(let code, let details): words += TraceDocument.words(code, details) + "\n"
      case .comment(let text): words += "#\(text)\n"
      }
    }
    return words
  }

  /// The coarsest in which all of its numbers are whole.
  fileprivate var units: PackedMotion.Units {
    var units = PackedMotion.Units(time: 1_000_000, steps: 1000)
    for line in lines { while line.time % units.time != 0 { units.time /= 10 } }
    for count in PackedMotion.Units.stepCounts {
      units.steps = count
      let isWhole = lines.allSatisfy { line in
        if case .sample(let offset) = line.body { units.steps(offset) != nil } else { true }
      }
      if isWhole { break }
    }
    var rate: Int64 = 60
    if case .number(let number, _)? = header["refresh_hz"], let given = number.scaled(decimals: 0), given > 0 {
      rate = given
    }
    units.period = min(1_000_000_000 / rate / units.time, PackedMotion.Units.timesMax)
    return units
  }
}
