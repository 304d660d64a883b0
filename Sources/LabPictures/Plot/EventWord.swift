import CacheLab
import LabRecords

/// The words of event files, packed into integers, so that they are compared at once.
enum EventWord {
  private static func word(_ text: String) -> UInt64 { EventScanner.packed(text.utf8) }

  static let time = word("t")
  static let event = word("e")
  static let item = word("item")
  static let bytes = word("bytes")
  static let offset = word("y")
  static let size = word("size")
  static let target = word("target")
  static let visible = word("visible")
  static let outcome = word("outcome")
  static let kept = word("kept")
  static let tier = word("tier")
  static let coarse = word("coarse")
  static let items = word("items")

  private static let frame = word("frame")
  private static let request = word("request")
  private static let release = word("release")
  private static let begin = word("begin")
  private static let end = word("end")
  private static let drop = word("drop")
  private static let live = word("live")
  private static let layout = word("layout")
  private static let content = word("content")
  private static let hit = word("hit")
  private static let late = word("late")
  private static let miss = word("miss")

  static func kind(_ word: UInt64) -> PlotEvent.Kind {
    switch word {
    case live: .live
    case frame: .frame
    case request: .request
    case release: .release
    case begin: .begin
    case end: .end
    case drop: .drop
    case layout: .layout
    case content: .content
    default: .other
    }
  }

  static func outcome(_ word: UInt64) -> RequestOutcome? {
    switch word {
    case hit: .hit
    case late: .late
    case miss: .miss
    case coarse: .coarse
    default: nil
    }
  }
}
