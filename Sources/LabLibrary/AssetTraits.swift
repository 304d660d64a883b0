/// The facts that a photo catalog knows of an asset besides its bytes. Nothing is stored: all follows from seed and
/// index.
///
/// Photos come by days, `firstDay` the first: inside a day a photo follows another after seconds or minutes. Hence creation
/// dates ascend with the index, as in a library sorted by date.
public struct AssetTraits: Hashable, Sendable {
  /// The time in thousandths of a second since 1970-01-01 00:00 UTC.
  public let creationMs: Int64
  /// The day of that time, since 1970-01-01.
  public let day: Int32
  /// True for 4 % of assets.
  public let isFavorite: Bool
  /// True for 0.5 % of assets.
  public let isHidden: Bool
  /// A number that the photos of one burst share; nil for other photos. A quarter of the occasions of 32 photos has a
  /// burst, of 4 to 11.
  public let burst: Int32?
  /// The kind of item: 59 % photos, 35 % live photos, 6 % videos; within a burst all are photos.
  public let kind: MediaKind

  private static let occasionSize: Int64 = 32

  private static func burst(_ seed: UInt64, _ occasion: Int64) -> Range<Int64>? {
    let draw = SplitMix64.hash(seed ^ 0x6F63_6361, UInt64(occasion))
    guard draw & 3 == 0 else { return nil }
    let start = Int64(draw >> 8 & 15)
    return start..<start + 4 + Int64(draw >> 12 & 7)
  }

  /// Creates the traits of asset `index` in the library of `seed`.
  public init(seed: UInt64, index: Int) {
    let (occasion, place) = Int64(index).quotientAndRemainder(dividingBy: AssetTraits.occasionSize)
    let own = SplitMix64.hash(seed ^ 0x7472_6169, UInt64(index))
    let run = AssetTraits.burst(seed, occasion).flatMap { $0.contains(place) ? $0 : nil }
    burst = run == nil ? nil : Int32(truncatingIfNeeded: occasion)
    let anchor = run?.lowerBound ?? place
    let pause = Int64(SplitMix64.hash(seed ^ 0x7061_7573, UInt64(occasion * 32 + anchor)) % 90)
    let taken = PhotoDays(seed: seed).day(of: occasion * AssetTraits.occasionSize + anchor)
    self.day = taken.day
    // From eight o'clock on, and as late as ten.
    let morning = 28_800 + Int64(SplitMix64.hash(seed ^ 0x6D6F_726E, UInt64(taken.day)) % 7_200)
    let seconds = Int64(taken.day) * 86_400 + morning + taken.place * 100 + pause
    creationMs = seconds * 1_000 + (place - anchor) * 100
    isFavorite = own % 25 == 0
    isHidden = own >> 8 % 200 == 0
    let share = own >> 24 % 100
    kind = run != nil ? .photo : share < 6 ? .video : share < 41 ? .livePhoto : .photo
  }
}

/// The kind of item that an asset stands for; all are shown by a JPEG.
public enum MediaKind: String, CaseIterable, Sendable {
  case photo
  case livePhoto = "live-photo"
  /// A video, shown by its poster frame.
  case video
}

/// The days on which the photos of a made library were taken.
///
/// Photos come by months of 192, each of 32 days. A day is an event with a chance of one in ten, with 23 photos in the
/// mean, else an ordinary day with 37/9: six a day together. Photos that the first 31 days leave are taken on the last.
///
/// Source of the means: a survey of 2,000 adults in the United States, OnePoll for Mixbook, 2023: six photos a day, nearly
/// 23 at each event, 2,795 on the phone. The share of events and the shape are ours.
struct PhotoDays {
  let seed: UInt64

  private static let photosAMonth: Int64 = 192
  private static let daysAMonth: Int64 = 32
  private static let first: Int64 = 18_414
  /// The chance, in parts of a million, that another photo of the day follows: 1 - 1 / mean.
  private static let goesOn = (event: UInt64(956_522), ordinary: UInt64(756_757))

  func day(of photo: Int64) -> (day: Int32, place: Int64) {
    let (month, number) = photo.quotientAndRemainder(dividingBy: PhotoDays.photosAMonth)
    var (day, begin) = (month * PhotoDays.daysAMonth, Int64(0))
    for _ in 1..<PhotoDays.daysAMonth {
      let end = begin + size(ofDay: day)
      if number < end { break }
      (day, begin) = (day + 1, end)
    }
    return (Int32(PhotoDays.first + day), number - begin)
  }

  private func size(ofDay day: Int64) -> Int64 {
    var draw = SplitMix64(seed: SplitMix64.hash(seed ^ 0x6461_7973, UInt64(day)))
    let goesOn = draw.next(below: 10) == 0 ? PhotoDays.goesOn.event : PhotoDays.goesOn.ordinary
    var size: Int64 = 1
    while size < PhotoDays.photosAMonth && UInt64(draw.next(below: 1_000_000)) < goesOn { size += 1 }
    return size
  }
}
