import ArgumentParser
import LabBase
import PhotosCatalog
import PhotosModel
import Strategies

/// A picker with a limit and a filter, and an app that loads what was picked.
struct PickCommand: WorkloadCommand {
  static let configuration = CommandConfiguration(
    commandName: "pick",
    abstract: "Picks images as the system's picker lets a user do, loads them, and shows time and memory.",
    discussion: """
      A user who is not there taps on random photos of the library; what the picker refuses is listed with the reason.
      The app then asks for an image of each and keeps them all.

      EXAMPLES
        lab-photos pick --limit 20 --media image
        lab-photos pick --limit 5 --media video --ordered --size 288x288 --size original
      """)

  @OptionGroup var workload: WorkloadOptions

  @Option(help: "How many may be picked; 0 is no limit.")
  var limit = 20

  @Option(help: "What the picker shows: image, video, livephoto or any.")
  var media = PickedMedia.any

  @Flag(help: "In the order of picking; else in that of the library.")
  var ordered = false

  @Option(help: "On how many photos the user taps.")
  var taps = 200

  @Option(help: "Another seed taps on others.")
  var seed: UInt64 = 1

  @Option(name: .customLong("size"), help: "original, or the target in pixels; may stand several times.")
  var sizes: [WorkloadSize] = [WorkloadSize(target: .init(width: 288, height: 288)), .original]

  static var deliveryMode: ImageRequestOptionsDeliveryMode { .highQualityFormat }
  static var holdsImages: Bool { true }

  var ownWords: [String] { user.words }

  private var user: PickerUser {
    PickerUser(limit: limit, media: media, isOrdered: ordered, taps: taps, seed: seed)
  }

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit \(limit): write 0 for no limit, or a number of photos") }
    guard (1...1_000_000).contains(taps) else {
      throw ValidationError("--taps \(taps): write a number from 1 to 1000000")
    }
  }

  func loop(over photos: AssetLibrary) throws -> ((Asset) -> Void) throws -> Void {
    let picked = user.pick(photos).selection.results
    return { body in for asset in picked { body(asset) } }
  }

  func introduction(_ photos: AssetLibrary) throws -> String {
    let (selection, refusals) = user.pick(photos)
    let filter = selection.configuration.filter.map { "\($0)" } ?? "everything"
    let most = limit == 0 ? "as many as wanted" : "at most \(limit)"
    var text = "The picker shows \(filter) and takes \(most): of \(NumberText.count(taps, "tap")) "
    text += "\(selection.results.count) picked, \(refusals.reduce(0) { $0 + $1.count }) refused.\n\n"
    guard !refusals.isEmpty else { return text }
    var table = TextTable(columns: [
      .init(["refused"]), .init(["because"], alignsRight: false), .init(["the first of them"], alignsRight: false),
    ])
    for refusal in refusals { table.append(["\(refusal.count)", "\(refusal.reason)", refusal.first.localIdentifier]) }
    return text + table.text() + "\n"
  }
}
