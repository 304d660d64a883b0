import Strategies
import Testing

@testable import CacheLab
@testable import LabLibrary

/// The reduction against its rule in floating point.
@Suite struct BitmapReducerTests {
  private static let cases: [(Int, Int, Int, Int, Int, Int)] = [
    (512, 384, 387, 290, 387, 290), (512, 384, 387, 290, 290, 290), (97, 61, 97, 61, 97, 61), (97, 61, 97, 61, 31, 17),
    (40, 30, 7, 5, 7, 5), (1, 90, 1, 33, 1, 33), (90, 1, 33, 1, 33, 1), (17, 17, 16, 16, 16, 16), (3, 3, 1, 1, 1, 1),
    (300, 200, 33, 22, 20, 22), (33, 9, 17, 5, 16, 5),
  ]

  /// Weights of the samples of a side for what lies between `start` and `end`.
  private static func weights(_ length: Int, _ start: Double, _ end: Double) -> [(place: Int, weight: Double)] {
    if end - start < 2 {
      let middle = min(max((start + end) / 2 - 0.5, 0), Double(length - 1))
      let low = min(Int(middle), length - 1)
      let part = middle - Double(low)
      return [(low, 1 - part), (min(low + 1, length - 1), part)]
    }
    return (0..<length).map { place in
      (place, max(0, min(end, Double(place + 1)) - max(start, Double(place))) / (end - start))
    }
  }

  @Test(arguments: cases)
  func eachSampleIsWhatTheRuleSays(_ sizes: (Int, Int, Int, Int, Int, Int)) {
    let channels = 4
    let (width, height, wholeWidth, wholeHeight, columns, rows) = sizes
    var random = SplitMix64(seed: UInt64(width * height))
    let source = (0..<(width * height * channels)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let room = columns * rows * channels
    var result = [UInt8](repeating: 77, count: room + 8)
    let (left, top) = ((wholeWidth - columns) / 2, (wholeHeight - rows) / 2)
    var reducer = BitmapReducer()
    unsafe source.withUnsafeBufferPointer { from in
      unsafe result.withUnsafeMutableBufferPointer { to in
        unsafe reducer.reduce(
          BitmapReducer.Source(address: from.baseAddress!, width: width, height: height, rowBytes: width * channels),
          x: .init(begin: Int64(left * width), step: Int64(width), unit: Int64(wholeWidth), samples: columns),
          y: .init(begin: Int64(top * height), step: Int64(height), unit: Int64(wholeHeight), samples: rows),
          into: to.baseAddress!, rowBytes: columns * channels)
      }
    }
    let (across, down) = (Double(width) / Double(wholeWidth), Double(height) / Double(wholeHeight))
    for row in 0..<rows {
      for column in 0..<columns {
        for channel in 0..<channels {
          let x = BitmapReducerTests.weights(width, Double(left + column) * across, Double(left + column + 1) * across)
          let y = BitmapReducerTests.weights(height, Double(top + row) * down, Double(top + row + 1) * down)
          var exact = 0.0
          for (line, share) in y where share > 0 {
            for (place, part) in x where part > 0 {
              exact += share * part * Double(source[(line * width + place) * channels + channel])
            }
          }
          let found = Double(result[(row * columns + column) * channels + channel])
          #expect(abs(found - exact) < 1.5, "\(column), \(row): \(found), not \(exact)")
        }
      }
    }
    #expect(result[room...].allSatisfy { $0 == 77 }, "nothing is written behind the result")
  }

  @Test func weightsOfASampleAreAllOfIt() {
    var taps = ReductionTaps()
    for (length, samples) in [(512, 387), (90, 33), (1, 1), (1000, 7), (16, 15)] {
      taps.set(.init(begin: 0, step: Int64(length), unit: Int64(samples), samples: samples), length: length)
      for sample in 0..<samples {
        let own = taps.weights[(sample * taps.count)..<((sample + 1) * taps.count)]
        #expect(own.reduce(0) { $0 + Int($1) } == 256)
        #expect(Int(taps.first[sample]) + taps.count <= length && taps.first[sample] >= 0)
      }
    }
  }
}
