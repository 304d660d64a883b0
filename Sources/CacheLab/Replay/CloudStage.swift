import StrategyKit

/// Downloads of a replay: jobs that wait for their photo's file, and the files on their way.
///
/// A job whose file is in the cloud stands in one of three queues, linked through the slots as all queues are: for a
/// download, of its kind, or with a download that runs. Workers know nothing of it.
struct CloudStage {
  private struct Download {
    var asset: Int32
    var end: Int64
  }

  /// False where all is on the device.
  let isOn: Bool
  private let downloadsMax: Int
  /// Jobs whose downloads have not begun: those of cells that wait go first.
  var demand = JobQueue()
  var preheat = JobQueue()
  /// Jobs whose files are on their way.
  var underWay = JobQueue()
  /// In the order in which they began.
  private var downloads: ContiguousArray<Download> = []
  /// When the next download ends, nanoseconds; the largest integer when none runs.
  private(set) var nextEnd: Int64 = .max

  init(_ model: CloudModel) {
    isOn = model.sharePercent > 0
    downloadsMax = max(1, model.downloadsMax)
  }

  var hasPlace: Bool { downloads.count < downloadsMax }

  /// Whether the asset's file is on its way.
  func isDownloading(_ asset: Int32) -> Bool { downloads.contains { $0.asset == asset } }

  mutating func begin(_ asset: Int32, until end: Int64) {
    downloads.append(Download(asset: asset, end: end))
    nextEnd = min(nextEnd, end)
  }

  /// Takes the download that ends at `nextEnd`, the one that began first when several do.
  ///
  /// - Precondition: a download runs.
  mutating func takeNext() -> Int32 {
    let index = downloads.firstIndex { $0.end == nextEnd }
    precondition(index != nil, "a download ends that began")
    let asset = downloads.remove(at: index!).asset
    nextEnd = downloads.reduce(.max) { min($0, $1.end) }
    return asset
  }
}
