import Testing

@testable import LabLibrary

@Suite struct PageStoreTests {
  private let page = 4096

  @Test func memoryIsWritableToTheLastByte() throws {
    var store = PageStore()
    let address = try unsafe store.allocate(bytes: 3 * page + 1)
    unsafe address.storeBytes(of: 7, toByteOffset: 3 * page, as: UInt8.self)
    #expect(unsafe address.load(fromByteOffset: 3 * page, as: UInt8.self) == 7)
    unsafe store.release(address, bytes: 3 * page + 1)
  }

  @Test func aBitmapOfTheSameSizeReusesThePagesOfOneThatWent() throws {
    var store = PageStore()
    let first = try unsafe store.allocate(bytes: 10 * page)
    unsafe store.release(first, bytes: 10 * page)
    let second = try unsafe store.allocate(bytes: 10 * page)
    #expect(unsafe first == second)
  }

  @Test func aSmallerBitmapTakesAPartAndLeavesTheRest() throws {
    var store = PageStore()
    let large = try unsafe store.allocate(bytes: 10 * page)
    unsafe store.release(large, bytes: 10 * page)
    _ = try unsafe store.allocate(bytes: 4 * page)
    #expect(store.livePages == 4)
    #expect(store.sparePages == 6)
    let rest = try unsafe store.allocate(bytes: 6 * page)
    #expect(unsafe rest == large + 4 * page)
  }

  @Test func liveAndSpareTogetherNeverPassTheMostThatLiveTook() throws {
    var store = PageStore()
    var held: [(address: Int, pages: Int)] = []
    var random = UInt64(42)
    for _ in 0..<3000 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let pages = 1 + Int(random >> 33) % 40
      if held.count > 20 || (random >> 20) % 3 == 0, let gone = held.popLast() {
        unsafe store.release(UnsafeMutableRawPointer(bitPattern: gone.address)!, bytes: gone.pages * page)
      } else {
        let address = try unsafe store.allocate(bytes: pages * page)
        unsafe address.storeBytes(of: 1, toByteOffset: pages * page - 1, as: UInt8.self)
        held.append((Int(bitPattern: address), pages))
      }
      #expect(store.livePages == held.reduce(0) { $0 + $1.pages })
      #expect(store.livePages + store.sparePages <= store.livePagesMax)
    }
    let ranges = held.map { $0.address..<$0.address + $0.pages * page }.sorted { $0.lowerBound < $1.lowerBound }
    for (one, next) in zip(ranges, ranges.dropFirst()) { #expect(one.upperBound <= next.lowerBound) }
  }
}
