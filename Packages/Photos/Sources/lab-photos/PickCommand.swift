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
      The app then asks for an image of each and keeps them all. Sizes are 288x288 and original, unless --size says
      others.

      EXAMPLES
        lab-photos pick --limit 20 --media image
        lab-photos pick --limit 5 --media video --ordered --size 288x288 --size original
      """)

  @OptionGroup var workload: WorkloadOptions
  @OptionGroup var user: PickerUser

  static var sizes: [WorkloadSize] { [WorkloadSize(288, 288), .original] }
  static var deliveryMode: ImageRequestOptionsDeliveryMode { .highQualityFormat }
  static var holdsImages: Bool { true }

  var ownWords: [String] { user.words }

  func loop(over photos: AssetLibrary) throws -> ((Asset) -> Void) throws -> Void {
    let picked = user.pick(photos).selection.results
    return { body in for asset in picked { body(asset) } }
  }

  func introduction(_ photos: AssetLibrary) throws -> String {
    let (selection, refusals) = user.pick(photos)
    let filter = selection.configuration.filter.map { "\($0)" } ?? "everything"
    let most = user.limit == 0 ? "as many as wanted" : "at most \(user.limit)"
    var text = "The picker shows \(filter) and takes \(most): of \(NumberText.count(user.taps, "tap")) "
    text += "\(selection.results.count) picked, \(refusals.reduce(0) { $0 + $1.count }) refused.\n\n"
    guard !refusals.isEmpty else { return text }
    var table = TextTable(columns: [
      .init(["refused"]), .init(["because"], alignsRight: false), .init(["the first of them"], alignsRight: false),
    ])
    for refusal in refusals { table.append(["\(refusal.count)", "\(refusal.reason)", refusal.first.localIdentifier]) }
    return text + table.text() + "\n"
  }
}

/// A user who is not there: taps on random photos of a library in a picker.
struct PickerUser: ParsableArguments {
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

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit \(limit): write 0 for no limit, or a number of photos") }
    guard (1...1_000_000).contains(taps) else {
      throw ValidationError("--taps \(taps): write a number from 1 to 1000000")
    }
  }

  /// What another process is told to pick the same.
  var words: [String] {
    let words = ["--limit", "\(limit)", "--media", media.rawValue, "--taps", "\(taps)", "--seed", "\(seed)"]
    return ordered ? words + ["--ordered"] : words
  }

  /// A reason for not taking photos, and how often it was given.
  struct Refusals {
    var reason: PickerRefusal
    var count: Int
    var first: Asset
  }

  /// - Returns: What was picked, and refusals by reason, in the order in which each came first.
  func pick(_ photos: AssetLibrary) -> (selection: PickerSelection, refusals: [Refusals]) {
    var configuration = PickerConfiguration(photoLibrary: photos)
    (configuration.filter, configuration.selectionLimit) = (media.filter, limit)
    configuration.selection = ordered ? .ordered : .default
    var selection = PickerSelection(configuration)
    var refusals: [Refusals] = []
    let library = photos.fetchAssets()
    var random = SplitMix64(seed: seed)
    for _ in 0..<(library.count > 0 ? taps : 0) {
      let asset = library.object(at: random.next(below: library.count))
      guard let reason = selection.choose(asset) else { continue }
      if let known = refusals.firstIndex(where: { $0.reason == reason }) {
        refusals[known].count += 1
      } else {
        refusals.append(Refusals(reason: reason, count: 1, first: asset))
      }
    }
    return (selection, refusals)
  }
}

/// What a picker shows, as `--media` has it.
enum PickedMedia: String, CaseIterable, ExpressibleByArgument {
  case image, video, livephoto, any

  var filter: PickerFilter? {
    switch self {
    case .image: .images
    case .video: .videos
    case .livephoto: .livePhotos
    case .any: nil
    }
  }
}
