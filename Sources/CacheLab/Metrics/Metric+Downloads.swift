/// Downloads from the cloud, where there is one.
extension Metric {
  static let downloadsFamily: [Metric] = [
    downloads, downloadedBytes, unwantedDownloads,
  ]

  public static let downloads = Metric(
    "downloads", unit: .count, better: .lower, kind: .deterministic,
    summary: "downloads of photos from the cloud that began"
  ) { run in run.cloud { .integer($0.downloads) } }

  public static let downloadedBytes = Metric(
    "downloaded-bytes", unit: .bytes, better: .lower, kind: .deterministic,
    summary: "bytes of the photos that were downloaded, those on their way at the end included"
  ) { run in run.cloud { .integer($0.bytes) } }

  public static let unwantedDownloads = Metric(
    "unwanted-downloads", unit: .count, better: .lower, kind: .deterministic,
    summary: "downloads that ended when nobody waited for the photo any more"
  ) { run in run.cloud { .integer($0.unwanted) } }
}
