/// The frames of a trace that lay beyond the end of the replayed grid and were moved to it.
public struct MovedFrames: Hashable, Sendable {
  public let moved: Int
  /// The number of all frames of the trace.
  public let frames: Int
  /// True if the library has fewer photos than the trace's own grid.
  public let lacksPhotos: Bool

  /// Counts the moved frames of a trace that was adapted to a screen.
  public init(_ trace: Trace) {
    moved = trace.clampedFrames
    frames = trace.entries.count { $0.kind == .sample }
    lacksPhotos = trace.lacksPhotos
  }

  /// True if most of the recorded scroll was not replayed: it stood still at the grid's end, where every strategy looks
  /// good.
  public var isMostOfTrace: Bool { moved > frames / 2 }

  /// Returns the limit of the grids of traces, with its cure.
  package static func cure(_ moved: [MovedFrames], assets: Int, access: Int?) -> String {
    if let access, access < assets {
      return "The app may see \(NumberText.count(access, "photo")): --access lets it see more."
    }
    guard moved.contains(where: \.lacksPhotos) else {
      return "The trace itself has no more photos, and --assets does not add to them; take fewer columns, or a trace "
        + "of a longer grid."
    }
    return "The library has \(NumberText.count(assets, "photo")): --assets N asks for more, which a folder repeats."
  }

  package var json: JSON {
    let lack: [String: JSON] = lacksPhotos ? ["lacks-photos": .bool(true)] : [:]
    return .object(["moved": .integer(Int128(moved)), "frames": .integer(Int128(frames))].merging(lack) { $1 })
  }

  package init?(_ json: JSON) {
    guard let moved = json["moved"]?.integer.flatMap({ Int(exactly: $0) }),
      let frames = json["frames"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    (self.moved, self.frames, lacksPhotos) = (moved, frames, json["lacks-photos"] == .bool(true))
  }
}

extension RunRecord {
  /// Returns the reason why runs allow no conclusion, or nil if they do.
  package static func refusal(_ records: [RunRecord], withTraces: Bool = false) -> String? {
    let still = records.filter { $0.movedFrames?.isMostOfTrace == true }
    guard let first = still.first, let moved = first.movedFrames else { return nil }
    let place = withTraces ? "On \(NameList.text(still.map(\.trace).unique)) most" : "Most"
    let configuration = first.configuration
    let cure = MovedFrames.cure(
      still.compactMap(\.movedFrames), assets: configuration.library.assets ?? Int(configuration.screen?.items ?? 0),
      access: RunSettings(configuration).replay.access.limit.map { Int($0) })
    return "\(place) frames lay beyond the end of the grid and were moved to it "
      + "(\(NumberText.grouped(Int64(moved.moved))) of \(NumberText.grouped(Int64(moved.frames)))): the scroll stood "
      + "still there, and nothing is concluded. \(cure)"
  }
}
