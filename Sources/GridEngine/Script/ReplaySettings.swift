/// The settings that decide a replay's numbers beside strategy, trace, screen, photos and device.
///
/// A setting is a property here, what replays do with it, and one entry of `RunSetting.all`: options, sweeps, records,
/// baselines, comparisons and printed commands are made from that entry.
public struct ReplaySettings: Hashable, Sendable {
  /// Which images cells get; `opportunistic` is a part of the strategy instead.
  public var delivery = ReplayDelivery.highquality
  /// Photos that the app may see.
  public var access = PhotoAccess.all
  /// Which photos have to be downloaded, and how long that takes.
  public var cloud = CloudModel()
  /// The fate of the request of a cell that leaves.
  public var cells = CellPolicy.cancel
  /// The part of a photo that a bitmap holds.
  public var fit = Fit.fill
  /// Who decodes the photos.
  public var decoder = ImageDecoder.turbojpeg

  public init() {}

  /// The settings beside a strategy that has opportunistic delivery as a part of it.
  public var besideStrategies: ReplaySettings {
    var settings = self
    if delivery == .opportunistic { settings.delivery = .highquality }
    return settings
  }
}

extension ScrollPhase {
  /// As a session writes it.
  package var word: String {
    ["still", "tracking", "dragging", "decelerating", "animated", "scrubbing"][Int(rawValue)]
  }
}

/// The fate of a request whose cell leaves before its decode began.
public enum CellPolicy: String, CaseIterable, Sendable {
  /// The request is cancelled: the app calls `cancelImageRequest` when a cell is reused.
  case cancel
  /// The request stays queued, as in the published sample.
  case keep
}

/// Which images a cell gets: the delivery modes of Photos' image requests, in a replay.
public enum ReplayDelivery: String, CaseIterable, Sendable {
  /// One image, as asked for (`highQualityFormat`).
  case highquality
  /// The embedded thumbnail first, then the image: the same as a strategy with `+opportunistic`.
  case opportunistic
  /// One image: the embedded thumbnail where the file has one, else the image as asked for (`fastFormat`).
  case fast
}

/// Which photos an app may see: all, or a choice spread over the library.
public struct PhotoAccess: Hashable, Sendable {
  public static let all = PhotoAccess(limit: nil)

  /// The number of photos that were chosen, at least 1; nil for all.
  public let limit: Int32?

  /// - Precondition: a positive number.
  public init(limit: Int32?) {
    precondition(limit ?? 1 > 0, "an app sees a photo at least")
    self.limit = limit
  }
}

/// Who decodes photos. No replay in virtual time acts on it: it says which files are photos, and what real decodes call.
public enum ImageDecoder: String, CaseIterable, Sendable {
  /// libjpeg-turbo, for JPEGs, on every system.
  case turbojpeg
  /// Apple's ImageIO, which apps use; for HEIC too.
  case imageio
}
