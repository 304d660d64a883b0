public import CacheLab
public import LabBase
import StrategyKit

extension ReplayFollower {
  /// - Parameters:
  ///   - header: The configuration, as the first line of an event file has it.
  ///   - followsJobs: False for whoever asks for bitmaps and cells alone, which takes half the time.
  public init(header: JSON, followsJobs: Bool = true) {
    let configuration = RecordedConfiguration(header)
    self.init(
      size: configuration.screen?.targetSize,
      cells: configuration.cells.flatMap { CellPolicy(rawValue: $0) } ?? .cancel,
      workers: min(max(configuration.device.workers ?? 2, 1), 1024), followsJobs: followsJobs)
  }
}
