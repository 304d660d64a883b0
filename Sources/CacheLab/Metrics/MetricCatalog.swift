/// Every metric, in the order in which they are listed. A new one is a file in this folder and a line here.
public enum MetricCatalog {
  public static let all: [any Metric.Type] = [
    Requests.self,
    Hits.self,
    LateRequests.self,
    Misses.self,
    RepeatRequests.self,
    HitRate.self,
    WarmHitRate.self,
    ByteHitRate.self,
    PeakBitmapBytes.self,
    PeakBreakdown.self,
    MeanBitmapBytes.self,
    TimeToImage.self,
    WarmTimeToImage.self,
    NeverShown.self,
    BlankRatio.self,
    WarmBlankRatio.self,
    Decodes.self,
    Redecodes.self,
    WastedDecodes.self,
    AbandonedDecodes.self,
    FailedDecodes.self,
    CancelledJobs.self,
    RefusedJobs.self,
    Evictions.self,
    Overdrafts.self,
    Load.self,
    LoadWorstSecond.self,
    PreheatLedger.self,
    CoarseHits.self,
    SoftRatio.self,
    WarmSoftRatio.self,
    TimeToFirstImage.self,
    WarmTimeToFirstImage.self,
    CoarseDecodes.self,
    CoarseLedger.self,
    Downloads.self,
    DownloadedBytes.self,
    UnwantedDownloads.self,
    DecodeCPU.self,
    DecodeWall.self,
    CoarseDecodeCPU.self,
    CoarseDecodeWall.self,
    PeakRSS.self,
    BaselineRSS.self,
    AnonymousRSS.self,
    PageCPU.self,
    StrategyCPU.self,
    RunWall.self,
    ProcessCPU.self,
    PartialImages.self,
    HelperRoundTrip.self,
    HelperLatency.self,
    HelperCrashes.self,
    LostImages.self,
    HostMemory.self,
    HelperMemory.self,
    TotalMemory.self,
    DroppedFrames.self,
    HitchRatio.self,
    FrameLateness.self,
    DecodeLateness.self,
    DecodeSpan.self,
    DecodeOverruns.self,
  ]

  /// The metrics of one kind.
  public static func metrics(_ kind: MetricDescriptor.Kind) -> [any Metric.Type] {
    all.filter { $0.descriptor.kind == kind }
  }

  /// Every name of a figure: the ids, then those of distributions' figures, `time-to-image-p95`.
  public static var names: [String] {
    let ids = all.map { $0.descriptor.id }
    return ids + ids.flatMap { id in ["-mean", "-p50", "-p90", "-p95", "-p99", "-max"].map { id + $0 } }
  }

  /// The metric with this id.
  public static func descriptor(_ id: String) -> MetricDescriptor? {
    all.first { $0.descriptor.id == id }?.descriptor
  }

  /// The value of a metric of a run, by its id; nil when there is none of that name.
  public static func value(_ id: String, of run: RunFacts) -> MetricValue? {
    all.first { $0.descriptor.id == id }?.value(of: run)
  }
}
