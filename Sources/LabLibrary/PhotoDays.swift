import StrategyKit

/// On which day each photo of a made library was taken.
///
/// Photos come by months of 192, each of 32 days. A day is an event with a chance of one in ten, with 23 photos in the
/// mean, else an ordinary day with 37/9: six a day together. Both are geometric, the least that a mean says. What the 31
/// days before it leave of a month is taken on the last.
///
/// Source of the means: a survey of 2,000 adults in the United States, OnePoll for Mixbook, 2023: six photos a day, nearly
/// 23 at each event, 2,795 on the phone. The share of events and the shape are ours.
struct PhotoDays {
  let seed: UInt64

  private static let photosAMonth: Int64 = 192
  private static let daysAMonth: Int64 = 32
  /// 2020-06-01.
  private static let first: Int64 = 18_414
  /// A day is followed by another photo with the chance 1 - 1 / mean, in parts of a million.
  private static let goesOn = (event: UInt64(956_522), ordinary: UInt64(756_757))

  /// The day of a photo, since 1970, and how many of it came before.
  func day(of photo: Int64) -> (day: Int32, place: Int64) {
    let (month, number) = photo.quotientAndRemainder(dividingBy: PhotoDays.photosAMonth)
    var found: (day: Int32, place: Int64)?
    forEachDay(ofMonth: month) { day, photos in
      if photos.contains(number) { found = (day, number - photos.lowerBound) }
    }
    guard let found else { preconditionFailure("every photo has a day of its month") }
    return found
  }

  /// The days of the first photos, in one pass.
  func days(ofFirst count: Int) -> ContiguousArray<Int32> {
    var days: ContiguousArray<Int32> = []
    days.reserveCapacity(count + Int(PhotoDays.photosAMonth))
    var month: Int64 = 0
    while days.count < count {
      forEachDay(ofMonth: month) { day, photos in days.append(contentsOf: repeatElement(day, count: photos.count)) }
      month += 1
    }
    days.removeLast(days.count - count)
    return days
  }

  /// The days of a month that have photos, each with the numbers of its photos in the month.
  private func forEachDay(ofMonth month: Int64, _ body: (Int32, Range<Int64>) -> Void) {
    var begin: Int64 = 0
    for day in 0..<PhotoDays.daysAMonth where begin < PhotoDays.photosAMonth {
      let number = month * PhotoDays.daysAMonth + day
      let isLast = day == PhotoDays.daysAMonth - 1
      let end = isLast ? PhotoDays.photosAMonth : min(begin + size(ofDay: number), PhotoDays.photosAMonth)
      body(Int32(PhotoDays.first + number), begin..<end)
      begin = end
    }
  }

  /// At least one photo.
  private func size(ofDay day: Int64) -> Int64 {
    var draw = SplitMix64(seed: SplitMix64.hash(seed ^ 0x6461_7973, UInt64(day)))
    let goesOn = draw.next(below: 10) == 0 ? PhotoDays.goesOn.event : PhotoDays.goesOn.ordinary
    var size: Int64 = 1
    while size < PhotoDays.photosAMonth && UInt64(draw.next(below: 1_000_000)) < goesOn { size += 1 }
    return size
  }
}
