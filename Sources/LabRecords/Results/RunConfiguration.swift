public import CacheLab
public import LabBase
public import StrategyKit

/// All that decides a run's deterministic numbers, and how it was measured: the effective settings, defaults included.
public struct RunConfiguration: Sendable {
  public var strategy: StrategySpec
  /// Name of the trace, as tables show it.
  public var traceName: String
  public var traceSHA256: String
  public var device: DeviceProfile
  public var cells: CellPolicy
  /// What the image manager is assumed to keep by itself.
  public var managerCache: ByteCount
  public var scales: ScaleSet
  /// Which images cells get; `opportunistic` stands in the strategy instead.
  public var delivery: ReplayDelivery
  /// Which photos have to be downloaded, and how long that takes.
  public var cloud: CloudModel
  /// False for `--decode none`.
  public var decodes: Bool
  /// Where; of no account when nothing is decoded.
  public var decodePlace: DecodePlace
  /// Seed and profile, or the folder, of the library.
  public var librarySource: JSON
  public var libraryFingerprint: String
  public var assetCount: Int
  /// The grid's first layout as it was replayed.
  public var layout: GridLayout
  /// True when flags replaced the trace's own screen.
  public var screenIsOverridden: Bool
  /// Photos that the app may see; nil for all.
  public var accessLimit: Int32?
  public var time: TimeMode

  public init(
    strategy: StrategySpec, traceName: String, traceSHA256: String, device: DeviceProfile, cells: CellPolicy,
    managerCache: ByteCount = .zero, scales: ScaleSet, delivery: ReplayDelivery = .highquality,
    cloud: CloudModel = CloudModel(), decodes: Bool, decodePlace: DecodePlace = .host, librarySource: JSON,
    libraryFingerprint: String, assetCount: Int, layout: GridLayout, screenIsOverridden: Bool,
    accessLimit: Int32? = nil, time: TimeMode = .virtual
  ) {
    self.strategy = strategy
    self.traceName = traceName
    self.traceSHA256 = traceSHA256
    self.device = device
    self.cells = cells
    self.managerCache = managerCache
    self.scales = scales
    self.delivery = delivery
    self.cloud = cloud
    self.decodes = decodes
    self.decodePlace = decodePlace
    self.librarySource = librarySource
    self.libraryFingerprint = libraryFingerprint
    self.assetCount = assetCount
    self.layout = layout
    self.screenIsOverridden = screenIsOverridden
    self.accessLimit = accessLimit
    self.time = time
  }

  public var json: JSON {
    var members: [String: JSON] = [
      "strategy": .string(strategy.canonicalText),
      "strategy-short": .string(strategy.shortText),
      "drives-photos": .bool(strategy.drivesPhotos),
      "trace": .object(["name": .string(traceName), "sha256": .string(traceSHA256)]),
      "device": device.json,
      "library": .object([
        "source": librarySource, "fingerprint": .string(libraryFingerprint),
        "assets": .integer(Int128(assetCount)),
      ]),
      "screen": .object([
        "viewport-pt": .array([.string("\(layout.viewportWidth)"), .string("\(layout.viewportHeight)")]),
        "scale-thousandths": .integer(Int128(layout.scaleThousandths)),
        "columns": .integer(Int128(layout.columns)), "items": .integer(Int128(layout.count)),
        "cell-pt": .array([.string("\(layout.cellWidth)"), .string("\(layout.cellHeight)")]),
        "target-px": .array([
          .integer(Int128(layout.targetSize.width)), .integer(Int128(layout.targetSize.height)),
        ]),
        "from-flags": .bool(screenIsOverridden),
      ]),
      "cells": .string(cells.rawValue),
      "scales": .string(scales.rawValue),
      "decode": .string(decodes ? "real" : "none"),
      "content-mode": .string("aspect-fill"),
      "time": timeJSON,
    ]
    // Left out where they are the default, so that such runs keep the digests that they always had.
    if decodes && decodePlace != .host { members["decode-in"] = .string(decodePlace.rawValue) }
    if managerCache > .zero {
      members["manager-cache"] = .object([
        "bytes": .integer(Int128(managerCache.rawValue)), "is": .string("an assumption"),
      ])
    }
    if let accessLimit { members["access"] = .string("limited:\(accessLimit)") }
    if delivery == .fast { members["delivery"] = .string(delivery.rawValue) }
    if cloud.sharePercent > 0 { members["cloud"] = cloud.json }
    if strategy.isYardstick { members["yardstick"] = .bool(true) }
    return .object(members)
  }

  /// SHA-256 of the configuration's compact text; its first eight digits name the record.
  public var digest: String { SHA256.hex(of: json.compactText) }

  private var timeJSON: JSON {
    switch time {
    case .virtual: .string("virtual")
    case .real(let pace):
      .object([
        "mode": .string("real"), "speed": .string("\(pace.speed)"), "decodes-end": .string(pace.decodeEnd.rawValue),
      ])
    }
  }
}
