public import LabBase

extension FleetTable {
  /// A strategy on one screen and device, for pictures.
  public struct Summary: Sendable {
    public let strategy: String
    /// Kinds of traces with their mean blank share, in a fixed order.
    public let strata: [(words: String, runs: Int, blank: Double)]
    private let row: Row

    init(_ row: Row, _ table: FleetTable) {
      self.row = row
      strategy = table.name(row.strategy)
      strata = row.strata.keys.sorted { $0.number < $1.number }.map { stratum in
        let part = row.strata[stratum] ?? (0, 0)
        return (stratum.words.joined(separator: ", ") + " load", Int(part.runs), part.blank)
      }
    }

    /// The blank share that so many of the traces pass.
    public func blank(beyond share: Double) -> Double { row.quantile(.blank, 1 - share) ?? 0 }
  }

  /// A screen and a device.
  public struct View: Sendable {
    public let title: String
    /// The least blank first.
    public let rows: [Summary]
    public let table: TextTable
  }

  public var views: [View] {
    plan.sweep.screens.indices.flatMap { screen in
      plan.sweep.devices.indices.map { device in
        View(
          title: "screen \(plan.sweep.screens[screen]), device \(plan.sweep.deviceName(device))",
          rows: sorted(screen, device).map { Summary($0, self) }, table: table(screen, device))
      }
    }
  }

  /// What the columns of a view's table are.
  public static let legend =
    "Warm blank area, mean over traces with its 95 % interval over users, then what 50, 90 and 99 % of the traces do not "
    + "pass; with thumbnails these are of area that shows a thumbnail alone, and the interval of both. First: how long the "
    + "first screen takes to be sharp, which 90 % do not pass. Warm figures leave the first screen out. Warm hits; decodes "
    + "of images for each that a cell asks for; the peak in MB that 99 % do not pass, and the highest. PACK#N replays trace "
    + "N of the worst."
}
