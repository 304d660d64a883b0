import CacheLab
import GridDriver
import StrategyKit

@testable import GridEngine

/// Makes images in virtual time, each as long as a device declares. An image is the photo's number.
final class VirtualSource: ImageSource {
  private struct Running {
    var end: Int64
    var number: Int
    var request: ImageRequest<Int>
    var photo: Int
    var isBroken: Bool
    var bytes: Int64
  }

  private(set) var now: Int64 = 0
  private(set) var begun = 0
  private(set) var openMax = 0
  let thumbnailSize: PixelSize?
  private var running: [Running] = []
  /// The bytes of the image in its answer.
  private var bytesAnswered: Int64 = 0
  private let table: SlotTable
  private let assets: ContiguousArray<AssetInfo>
  private var photos: [Int]
  private let cloud: CloudModel
  private var here: Set<Int> = []

  init(_ replay: Replay, _ assets: ContiguousArray<AssetInfo>, thumbnailSize: PixelSize? = nil) {
    self.thumbnailSize = thumbnailSize
    cloud = replay.settings.cloud
    table = replay.table
    self.assets = assets
    let content = replay.script.contents[0] ?? GridContent(first: replay.script.layouts[0].count)
    photos = content.numbers.map { Int($0) }
  }

  /// Sizes of the photos at places of the grid.
  func sizes(at places: some Sequence<Int>) -> [PhotoSize] {
    places.map { place in
      let photo = assets[photos[place]]
      return PhotoSize(photo.size, thumbnail: photo.hasThumbnail ? photo.thumbnailSize : nil)
    }
  }

  func bytes(of image: Int) -> Int { Int(bytesAnswered) }

  func begin(_ request: ImageRequest<Int>) {
    let photo = photos[request.place]
    let slot = slot(of: photo, request)
    if request.tier == .full, !request.isDownload, cloud.isInCloud(UInt64(photo)), !here.contains(photo) {
      return request.answer(.inCloud)
    }
    let time = request.isDownload ? cloud.downloadTime(bytes: assets[photo].encodedBytes).rawValue : slot.cost
    running.append(
      Running(
        end: now + time, number: begun, request: request, photo: photo, isBroken: slot.has(.broken),
        bytes: slot.bytes))
    begun += 1
    openMax = max(openMax, running.count { $0.request.tier == .full && !$0.request.isDownload })
  }

  func cancel(_ request: ImageRequest<Int>) { running.removeAll { $0.request === request } }

  private func slot(of item: Int, _ request: ImageRequest<Int>) -> Slot {
    var slot = Slot()
    switch request.tier {
    case .thumbnail: table.describeThumbnail(&slot, item: item)
    case .full:
      let sizeClass = table.targetSizes.firstIndex(of: request.targetSize)
      table.describe(&slot, item: item, sizeClass: sizeClass ?? 0)
    }
    return slot
  }

  private var nextEnd: Int64 { running.lazy.map(\.end).min() ?? .max }

  /// Plays a script as a replay does: at each time first what ends then, then what happens.
  func play(_ script: ReplayScript, on driver: GridDriver<VirtualSource>) {
    var (index, signal) = (0, 0)
    var (phase, target): (ScrollPhase?, MilliPoints?) = (nil, nil)
    func happen(at time: Int64) {
      while nextEnd < time { end(at: nextEnd, driver) }
      now = time
      driver.perform {
        answer(driver)
        while index < script.steps.count && script.steps[index].time == time {
          while signal < script.signals.count && script.signals[signal].time <= time {
            (phase, target) = (script.signals[signal].phase, script.signals[signal].target)
            signal += 1
          }
          apply(script.steps[index], of: script, phase, target, on: driver)
          index += 1
        }
      }
      while nextEnd == time { end(at: time, driver) }
    }
    while index < script.steps.count { happen(at: script.steps[index].time) }
    happen(at: script.end.rawValue)
  }

  private func end(at time: Int64, _ driver: GridDriver<VirtualSource>) {
    now = time
    driver.perform { answer(driver) }
  }

  /// Answers what ends now, in the order in which it began, downloads after all others.
  private func answer(_ driver: GridDriver<VirtualSource>) {
    let ending = running.filter { $0.end == now }.sorted { $0.number < $1.number }
    running.removeAll { $0.end == now }
    for job in ending where !job.request.isDownload {
      bytesAnswered = job.bytes
      job.request.answer(job.isBroken ? .failure : .image(job.photo))
    }
    for job in ending where job.request.isDownload {
      here.insert(job.photo)
      job.request.answer(.downloaded)
    }
  }

  private func apply(
    _ step: ReplayScript.Step, of script: ReplayScript, _ phase: ScrollPhase?, _ target: MilliPoints?,
    on driver: GridDriver<VirtualSource>
  ) {
    switch step.kind {
    case .frame: driver.scrolled(to: MilliPoints(rawValue: step.value), phase: phase, target: target)
    case .layout: driver.layoutChanged(to: script.layouts[Int(step.value)])
    case .content: change(to: Int(step.value), of: script, on: driver)
    case .memoryWarning, .background: driver.memoryWarning()
    case .foreground: driver.enteredForeground()
    }
  }

  private func change(to number: Int, of script: ReplayScript, on driver: GridDriver<VirtualSource>) {
    let layout = script.layouts[number]
    let before = photos
    photos = (script.contents[number] ?? GridContent(first: layout.count)).numbers.map { Int($0) }
    let changes = GridChanges(from: before, to: photos)
    driver.contentChanged(changes, photos: sizes(at: changes.renewed.joined()), layout: layout)
  }
}
