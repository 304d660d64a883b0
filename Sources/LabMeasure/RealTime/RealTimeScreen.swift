import CacheLab
import StrategyKit

/// The frame thread: wakes when a frame is due, runs it, and notes when it was done.
struct RealTimeScreen {
  private(set) var frames: FrameTimings
  /// The most anonymous resident memory that any frame found.
  private(set) var anonymousRSSMax = Measurements.Reading.unavailable("no frame")
  private let script: ReplayScript

  init(script: ReplayScript, refreshPeriod: Int64) {
    self.script = script
    frames = FrameTimings(refreshPeriod: refreshPeriod)
  }

  /// Runs all steps of the script at their times, then waits for its end; stops early after a failure.
  mutating func run(on stage: RealTimeStage, clock: ReplayClock, progress: ((Int, Int) -> Void)?) {
    let total = Int(script.end.rawValue / 1_000_000_000)
    var (index, second) = (0, -1)
    while index < script.steps.count {
      let due = script.steps[index].time
      clock.wait(until: due)
      guard let next = stage.step(index) else { return }
      if script.steps[next - 1].kind == .frame { frames.record(due: due, done: clock.now()) }
      index = next
      // What follows is the lab's own work, in the time that a frame leaves.
      readMemory()
      if Int(due / 1_000_000_000) != second {
        second = Int(due / 1_000_000_000)
        progress?(second, total)
      }
    }
    clock.wait(until: script.end.rawValue)
  }

  private mutating func readMemory() {
    let reading = ProcessMemory.anonymous()
    if case .bytes(let most) = anonymousRSSMax, case .bytes(let bytes) = reading, bytes <= most { return }
    anonymousRSSMax = reading
  }
}
