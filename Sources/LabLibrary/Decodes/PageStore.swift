import CLabSystem

/// Memory for bitmaps that follows the ledger: whole pages, resident from a bitmap's begin, given back or used again when it
/// is dropped.
///
/// Pages of dropped bitmaps are kept for the next ones, but live and spare pages together never exceed the peak of live
/// ones. Resident memory then peaks where the ledger does (measured: 1.00 to 1.03 of it), and few bitmaps need a fresh page.
struct PageStore: ~Copyable {
  @safe private struct Block {
    var address: UnsafeMutableRawPointer
    var pages: Int
  }

  private var spare: ContiguousArray<Block> = []
  private(set) var sparePages = 0
  private(set) var livePages = 0
  private(set) var livePagesMax = 0
  /// The CPU time of making pages resident and giving them back so far, in nanoseconds.
  var cpu: Int64 = 0
  private let hasHugePages: Bool

  init() {
    // A huge page would make 512 pages resident where a bitmap asked for one.
    hasHugePages = SystemText.read("/sys/kernel/mm/transparent_hugepage/enabled")?.contains("[always]") ?? false
    spare.reserveCapacity(4096)
  }

  deinit {
    for index in spare.indices { unsafe lab_unmap(spare[index].address, spare[index].pages * Machine.pageSize) }
  }

  mutating func allocate(bytes: Int) throws(MeasureError) -> UnsafeMutableRawPointer {
    let started = Clocks.threadCPU()
    defer { cpu += Clocks.threadCPU() - started }
    let pages = max(1, (bytes + Machine.pageSize - 1) / Machine.pageSize)
    livePagesMax = max(livePagesMax, livePages + pages)
    livePages += pages
    if let reused = unsafe takeSpare(pages: pages) { return unsafe reused }
    trim(to: livePagesMax - livePages)
    let size = pages * Machine.pageSize
    guard let address = unsafe lab_map(size, !hasHugePages) else {
      throw MeasureError(
        "no memory for a bitmap of \(size) bytes (\(SystemError(lab_error()))); choose a smaller window or budget, "
          + "or --decode none")
    }
    if hasHugePages {
      unsafe lab_refuse_huge(address, size)
      unsafe lab_touch(address, size)
    }
    return unsafe address
  }

  mutating func release(_ address: UnsafeMutableRawPointer, bytes: Int) {
    let started = Clocks.threadCPU()
    defer { cpu += Clocks.threadCPU() - started }
    let pages = max(1, (bytes + Machine.pageSize - 1) / Machine.pageSize)
    livePages -= pages
    sparePages += pages
    unsafe spare.append(Block(address: address, pages: pages))
  }

  private mutating func takeSpare(pages: Int) -> UnsafeMutableRawPointer? {
    var best = -1
    // Newest first: its pages are the likeliest to be in the processor's cache.
    for index in spare.indices.reversed() {
      let size = spare[index].pages
      if size == pages {
        best = index
        break
      }
      if size > pages && (best < 0 || size < spare[best].pages) { best = index }
    }
    guard best >= 0 else { return nil }
    let address = unsafe spare[best].address
    let rest = spare[best].pages - pages
    if rest > 0 {
      spare[best] = unsafe Block(address: address + pages * Machine.pageSize, pages: rest)
    } else {
      spare.swapAt(best, spare.count - 1)
      spare.removeLast()
    }
    sparePages -= pages
    return unsafe address
  }

  private mutating func trim(to pagesMax: Int) {
    guard sparePages > pagesMax else { return }
    spare.sort { $0.pages > $1.pages }
    while sparePages > pagesMax, let block = spare.popLast() {
      let excess = min(block.pages, sparePages - pagesMax)
      let keep = block.pages - excess
      unsafe lab_unmap(block.address + keep * Machine.pageSize, excess * Machine.pageSize)
      sparePages -= excess
      if keep > 0 { unsafe spare.append(Block(address: block.address, pages: keep)) }
    }
  }
}
