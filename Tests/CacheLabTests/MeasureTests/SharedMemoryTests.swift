import Testing

@testable import LabMeasure

@Suite struct SharedMemoryTests {
  private let page = PageStore.pageSize

  @Test func pagesAreResidentFromTakingThemToGivingThemBack() throws {
    let memory = try SharedMemory(bytes: 100 * page)
    #expect(memory.residentBytes == 0)
    let first = try unsafe memory.take(pages: 10)
    let second = try unsafe memory.take(pages: 5)
    #expect(memory.residentBytes == Int64(15 * page))
    unsafe memory.giveBack(first, pages: 10)
    #expect(memory.residentBytes == Int64(5 * page))
    unsafe memory.giveBack(second, pages: 5)
    #expect(memory.residentBytes == 0)
  }

  @Test func placesAreUsedAgainOnceTheirNeighboursAreFreeToo() throws {
    let memory = try SharedMemory(bytes: 0)
    let all = try unsafe (0..<8).map { _ in unsafe try memory.take(pages: 32) }
    for index in [1, 3, 2, 0] { unsafe memory.giveBack(all[index], pages: 32) }
    let large = try unsafe memory.take(pages: 128)
    #expect(unsafe large == all[0], "four holes became one")
    #expect(unsafe memory.offset(of: all[7]) == 7 * 32 * page)
  }

  @Test func noBitmapLiesInAnother() throws {
    let memory = try SharedMemory(bytes: 0)
    var ranges: [Range<Int>] = []
    for index in 0..<40 {
      let pages = 1 + index * 13 % 200
      let address = try unsafe memory.take(pages: pages)
      unsafe address.storeBytes(of: UInt8(index), toByteOffset: pages * page - 1, as: UInt8.self)
      let offset = unsafe memory.offset(of: address)
      #expect(unsafe memory.offset(of: address + pages * page - 1) == offset + pages * page - 1)
      ranges.append(offset..<offset + pages * page)
    }
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    for (one, next) in zip(sorted, sorted.dropFirst()) { #expect(one.upperBound <= next.lowerBound) }
    #expect(memory.residentBytes == ranges.reduce(0) { $0 + Int64($1.count) })
  }

  /// The same rule as for memory of one process, and resident memory that keeps to it.
  @Test func aStoreOfSharedPagesIsAsLargeAsItsLiveAndSparePages() throws {
    let memory = try SharedMemory(bytes: 400 * page)
    var store = PageStore(shared: memory)
    var held: [(address: Int, pages: Int)] = []
    var random = UInt64(7)
    for _ in 0..<1000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let pages = 1 + Int(random >> 33) % 40
      if held.count > 20 || (random >> 20) % 3 == 0, let gone = held.popLast() {
        unsafe store.release(UnsafeMutableRawPointer(bitPattern: gone.address)!, bytes: gone.pages * page)
      } else {
        let address = try unsafe store.allocate(bytes: pages * page)
        held.append((Int(bitPattern: address), pages))
      }
      #expect(memory.residentBytes == Int64((store.livePages + store.sparePages) * page))
    }
    #expect(store.livePages + store.sparePages <= store.livePagesMax)
  }
}
