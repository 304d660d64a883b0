public import CacheLab
public import LabBase
import StrategyKit

extension ReplayFollower {
  /// - Parameters:
  ///   - header: The configuration, as the first line of an event file has it.
  ///   - followsJobs: False for whoever asks for bitmaps and cells alone, which takes half the time.
  public init(header: JSON, followsJobs: Bool = true) {
    let target = header["screen"]?["target-px"]?.array?.compactMap { $0.integer.flatMap { Int32(exactly: $0) } } ?? []
    self.init(
      size: target.count == 2 ? PixelSize(width: target[0], height: target[1]) : nil,
      cells: header["cells"]?.string.flatMap { CellPolicy(rawValue: $0) } ?? .cancel,
      workers: Int(min(max(header["device"]?["workers"]?.integer ?? 2, 1), 1024)), followsJobs: followsJobs)
  }
}
