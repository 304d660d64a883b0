/// Decides for which cells the small image inside a photo's file, its embedded thumbnail, is decoded as a stand-in.
///
/// Beside any strategy: `preheat2x+coarse`. It hears of a frame after its cells have asked, and writes starts and stops of
/// the coarse tier. A started item has a job of its own, ahead of all full ones; its bitmap stays while it is started or
/// shown, and goes when the full image is there. One that chooses its cells needs the app's own decoder: Photos delivers
/// degraded images when it sees fit, and cannot be told when.
public protocol CoarsePolicy: RegistrablePolicy {
  /// False for the policy that has no coarse tier.
  static var hasTier: Bool { get }

  /// True when it does no more than Photos does by itself, so that an app need not do it.
  static var drivesPhotos: Bool { get }

  /// The cells of a frame have asked for their images.
  mutating func viewportChanged(_ frame: FrameContext, _ jobs: JobView, plan: inout Plan)

  /// Another layout is in force; whoever runs the policy has already stopped all that was started.
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds)
}

extension CoarsePolicy {
  @inlinable
  public static var hasTier: Bool { true }

  @inlinable
  public static var drivesPhotos: Bool { false }
}

/// One tier only: a cell without its full image is blank.
public struct NoCoarse: CoarsePolicy {
  public static let descriptor = PolicyDescriptor(id: "no-coarse", summary: "full images only")
  public static var hasTier: Bool { false }
  public static var drivesPhotos: Bool { true }

  public init(_ parameters: ParameterValues) {}
  public init() {}

  public mutating func viewportChanged(_ frame: FrameContext, _ jobs: JobView, plan: inout Plan) {}
  public mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {}
}
