public import CacheLab
package import LabBase

/// Frames of a trace that lay beyond the end of the grid that was replayed, and were moved to it.
public struct MovedFrames: Hashable, Sendable {
  public let moved: Int
  /// All frames of the trace.
  public let frames: Int

  public init(moved: Int, frames: Int) {
    self.moved = moved
    self.frames = frames
  }

  /// Those of a trace that was put onto a screen.
  public init(_ trace: Trace) {
    self.init(moved: trace.clampedFrames, frames: trace.entries.count { $0.kind == .sample })
  }

  /// True where the scroll that was replayed is for the most part not the one that was recorded: it stood still at the
  /// grid's end, and every strategy looks good.
  public var areMost: Bool { moved > frames / 2 }

  /// What to do where they are most: the app may not see the whole library, or the library is too small.
  ///
  /// - Parameter visible: How many of the library's `assets` the grid shows.
  package static func cure(visible: Int, of assets: Int) -> String {
    let count = NumberText.count(visible, "photo")
    return visible < assets
      ? "The app may see \(count): --access lets it see more."
      : "The grid has \(count): --assets N asks for more, which a folder repeats."
  }

  package var json: JSON { .object(["moved": .integer(Int128(moved)), "frames": .integer(Int128(frames))]) }

  /// Reads back what `json` wrote; nil for anything else.
  package init?(_ json: JSON) {
    guard let moved = json["moved"]?.integer.flatMap({ Int(exactly: $0) }),
      let frames = json["frames"]?.integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(moved: moved, frames: frames)
  }
}

extension RunRecord {
  /// Frames that were moved to the end of the grid; nil where none was, and in records that were made before this was
  /// kept.
  public var movedFrames: MovedFrames? { json["moved-frames"].flatMap { MovedFrames($0) } }

  /// Why nothing is concluded from runs; nil where something is.
  ///
  /// - Parameter withTraces: Whether the traces are named.
  package static func refusal(_ records: [RunRecord], withTraces: Bool = false) -> String? {
    let stood = records.filter { $0.movedFrames?.areMost == true }
    guard let first = stood.first, let moved = first.movedFrames else { return nil }
    let place = withTraces ? "On \(NameList.text(stood.map(\.trace).unique)) most" : "Most"
    let configuration = first.configuration
    let cure = MovedFrames.cure(
      visible: Int(configuration.screen?.items ?? 0), of: Int(configuration.library.assets ?? 0))
    return "\(place) frames lay beyond the end of the grid and were moved to it "
      + "(\(NumberText.grouped(Int64(moved.moved))) of \(NumberText.grouped(Int64(moved.frames)))): the scroll stood "
      + "still there, and nothing is concluded. \(cure)"
  }
}
