import CacheLab
import StrategyKit

extension ContractTrace {
  /// All traces; each is replayed two or three times a strategy.
  public static let all: [ContractTrace] = [
    // Slow drags to and fro, each followed by rest.
    ContractTrace("drags") { scroll in
      for points in [700, -300, 1500, -1900, 60, -10] as [Int64] {
        scroll.drag(points, frames: 24)
        scroll.rest(45)
      }
    },
    // Flings at 120 Hz that end beyond both ends of the grid.
    ContractTrace("flings", .phone(count: 600), hz: 120) { scroll in
      for points in [60, 110, 160, -140, -190] as [Int64] { scroll.fling(points) }
      scroll.jump(to: -110)
      scroll.fling(4)
      scroll.rest(60)
    },
    // Leaps through the grid, many of them one frame apart.
    ContractTrace("jumps") { scroll in
      var place: Int64 = 1
      for index in 0..<120 {
        place = (place * 48_271) % 2_147_483_647
        scroll.jump(to: place % 97_000)
        if index % 30 == 29 { scroll.rest(50) }
      }
    },
    // Frames that repeat, at the same time too, and hours without one.
    ContractTrace("gaps") { scroll in
      for milliseconds in [0, 1, 300, 5000, 3_600_000] as [Int64] {
        scroll.drag(600, frames: 12)
        scroll.repeatFrame()
        scroll.repeatFrame()
        scroll.gap(milliseconds)
        scroll.fling(40)
        scroll.rest(45)
      }
    },
    // The same layout comes into force again while the scroll rests, which then goes on a little.
    ContractTrace("relayout", isRelayout: true) { scroll in
      scroll.drag(4000, frames: 30)
      for _ in 0..<3 {
        scroll.rest(60)
        scroll.change(to: .phone())
        scroll.drag(300, frames: 8)
      }
      scroll.rest(60)
    },
    // Other columns and turned screens, moving and at rest.
    ContractTrace("layouts") { scroll in
      for columns in [3, 5, 8, 1, 4] as [Int32] {
        scroll.fling(90)
        scroll.change(to: .phone(columns: columns))
        scroll.drag(500, frames: 10)
        scroll.change(to: .phone(columns: columns + 2, landscape: true))
        scroll.rest(45)
      }
    },
    // Memory warnings and the background, moving and at rest.
    ContractTrace("warnings") { scroll in
      scroll.warn()
      for _ in 0..<3 {
        scroll.drag(900, frames: 12)
        scroll.warn()
        scroll.fling(-20)
        scroll.warn(.background)
        scroll.rest(50)
        scroll.warn(.foreground)
        scroll.rest(3)
        scroll.drag(300, frames: 8)
        scroll.rest(45)
        scroll.warn()
        scroll.rest(45)
      }
      // Past all that was started, so that much is at the last warning.
      scroll.drag(5000, frames: 20)
      scroll.rest(45)
      scroll.warn()
      scroll.rest(45)
      scroll.drag(900, frames: 12)
      scroll.rest(45)
    },
    // Photos come and go: 400, 390, 20, none, one, 4,000.
    ContractTrace("content", .phone(count: 400)) { scroll in
      for count in [390, 20, 0, 1, 4000, 37] as [Int32] {
        scroll.fling(70)
        scroll.change(to: .phone(count: count))
        scroll.rest(45)
        scroll.drag(300, frames: 10)
      }
    },
    // Days of one to nine photos under headers, some in larger cells, of which some go; then other columns.
    ContractTrace("sections", .days(1...9)) { scroll in
      for sizes in [2...7, 1...1, 9...30] as [ClosedRange<Int32>] {
        scroll.fling(70)
        scroll.jump(to: 20_000)
        scroll.change(to: .days(sizes))
        scroll.rest(30)
        scroll.drag(-900, frames: 12)
        scroll.change(to: .days(sizes, columns: 7))
        scroll.rest(30)
      }
    },
    // A grid without an item.
    ContractTrace("empty", .phone(count: 0)) { scroll in
      scroll.fling(40)
      scroll.rest(45)
      scroll.jump(to: 90_000)
      scroll.rest(5)
    },
    // A grid of one item.
    ContractTrace("single", .phone(count: 1)) { scroll in
      scroll.fling(-40)
      scroll.rest(45)
      scroll.jump(to: 5000)
      scroll.rest(45)
    },
    // A photo a screen.
    ContractTrace("pages", .pages(count: 200)) { scroll in
      for points in [848, 848, -848, 1696] as [Int64] {
        scroll.drag(points, frames: 12)
        scroll.rest(45)
      }
      scroll.fling(400)
      scroll.rest(45)
    },
    // A million items, their end among what is shown.
    ContractTrace("huge", .phone(count: 1_000_000)) { scroll in
      for points in [24_499_000, 0, 12_000_000] as [Int64] {
        scroll.jump(to: points)
        scroll.fling(120)
        scroll.fling(-90)
        scroll.rest(45)
      }
    },
    // One way through the grid, a third of a screen a frame.
    ContractTrace("long") { scroll in
      scroll.drag(90_000, frames: 300)
      scroll.rest(45)
    },
    // A finger that is told of, and targets: true, beyond both ends, of another layout, never reached.
    ContractTrace("fingers") { scroll in
      for (speed, target) in [(90, nil), (120, 9000), (-60, -500), (80, 4_000_000), (-90, 0), (150, 300)]
        as [(Int64, Int64?)]
      {
        scroll.tell(.tracking)
        scroll.rest(3)
        scroll.tell(.dragging)
        scroll.drag(speed * 4, frames: 6)
        scroll.tell(.decelerating, target: target)
        scroll.fling(speed)
        scroll.tell(.still)
        scroll.rest(30)
      }
      scroll.tell(.scrubbing)
      scroll.drag(60_000, frames: 40)
      scroll.tell(.animated, target: 0)
      scroll.fling(-900)
      scroll.change(to: .phone(columns: 6))
      scroll.drag(-400, frames: 12)
      scroll.tell(.still, target: 77)
      scroll.rest(30)
    },
    // The same flings four times: the last lap finds everything warm.
    ContractTrace("laps", laps: 4) { scroll in
      for _ in 0..<4 {
        for points in [80, 30, -120, 300, -150, -300] as [Int64] { scroll.fling(points, keeping: 90) }
        scroll.jump(to: 0)
        scroll.rest(10)
      }
    },
  ]
}
