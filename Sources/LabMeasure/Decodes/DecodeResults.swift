import CacheLab
import StrategyKit

/// What the decodes of a pool took: those of full images and those of thumbnails apart.
struct DecodeResults {
  /// CPU and wall time, nanoseconds, in order of submission where they are kept.
  struct Times {
    var cpu = LatencyRecorder()
    var wall = LatencyRecorder()
  }

  /// Times of more decodes than are kept.
  struct Counted {
    var cpu = LatencyHistogram([])
    var wall = LatencyHistogram([])

    mutating func record(_ timing: DecodeTiming) {
      cpu.record(timing.cpu)
      wall.record(timing.wall)
    }

    var times: Times { Times(cpu: LatencyRecorder(cpu), wall: LatencyRecorder(wall)) }
  }

  var full: Times
  var coarse: Times
  var incidents: DecodeIncidents

  init(full: Counted, coarse: Counted, incidents: DecodeIncidents) {
    self.full = full.times
    self.coarse = coarse.times
    self.incidents = incidents
  }

  init(_ timings: some Sequence<DecodeTiming>, incidents: DecodeIncidents) {
    (full, coarse) = (Times(), Times())
    for timing in timings where !timing.isLost {
      if timing.tier == .full {
        full.cpu.append(timing.cpu)
        full.wall.append(timing.wall)
      } else {
        coarse.cpu.append(timing.cpu)
        coarse.wall.append(timing.wall)
      }
    }
    self.incidents = incidents
  }
}
