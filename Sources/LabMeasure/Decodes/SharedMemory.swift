import LabSystem
import SystemPackage

/// Memory that other processes map too, in whole pages: a file in memory without a name, which goes with the last
/// process that has it, however that ends.
///
/// The file is mapped once, far larger than what it holds: a page is resident from `take` to `giveBack`, and the others
/// cost nothing. Where the system cannot take pages back out of the middle of a file (MADV_REMOVE, which Linux has for
/// such files), they stay until the memory goes, and are used again.
@safe final class SharedMemory {
  /// Pages that hold nothing.
  private struct Hole {
    var start: Int
    var pages: Int
  }

  /// What other processes map, all of it.
  let descriptor: FileDescriptor
  private let page = Machine.pageSize
  private let byteCount: Int
  private let base: UnsafeMutableRawPointer
  /// In the order of their places.
  private var holes: [Hole]

  /// - Parameter expected: Bytes that it will hold at most. It has room for sixteen times as many, so that pieces of any size
  ///   find a hole, and for 65,536 pages at least. Limits on a file's size and on address space (`ulimit -f`, `-v`) count
  ///   all of that, here and in each process that maps it.
  init(bytes expected: Int) throws(MeasureError) {
    let pages = max(65_536, expected / page * 16)
    byteCount = pages * page
    holes = [Hole(start: 0, pages: pages)]
    do { descriptor = try Pages.openFile() } catch { throw .noHelper(reason: "no shared memory: \(error)") }
    do {
      try descriptor.resize(to: Int64(byteCount))
      unsafe base = unsafe try Pages.map(descriptor, byteCount: byteCount)
    } catch {
      // No deinitialiser runs where an initialiser throws.
      try? descriptor.close()
      throw .noHelper(reason: "no shared memory: \(error)")
    }
    unsafe Pages.refuseHuge(base, byteCount: byteCount)
  }

  deinit {
    unsafe Pages.unmap(base, byteCount: byteCount)
    try? descriptor.close()
  }

  /// Resident memory of `pages` pages.
  ///
  /// - Throws: `MeasureError.noMemory` when the system refuses.
  func take(pages: Int) throws(MeasureError) -> UnsafeMutableRawPointer {
    guard let place = holes.firstIndex(where: { $0.pages >= pages }) else {
      throw .noMemory(bytes: pages * page, reason: "the memory that processes share is full")
    }
    let address = unsafe base + holes[place].start * page
    do throws(Errno) { unsafe try Pages.makeResident(address, byteCount: pages * page) } catch {
      throw .noMemory(bytes: pages * page, reason: "\(error)")
    }
    holes[place].start += pages
    holes[place].pages -= pages
    if holes[place].pages == 0 { holes.remove(at: place) }
    return unsafe address
  }

  /// Gives pages back to the system.
  func giveBack(_ address: UnsafeMutableRawPointer, pages: Int) {
    unsafe Pages.removeFromFile(address, byteCount: pages * page)
    let start = unsafe offset(of: address) / page
    var place = holes.firstIndex { $0.start > start } ?? holes.count
    holes.insert(Hole(start: start, pages: pages), at: place)
    // Neighbours become one.
    if place > 0, holes[place - 1].start + holes[place - 1].pages == start {
      place -= 1
      holes[place].pages += holes.remove(at: place + 1).pages
    }
    if place + 1 < holes.count, holes[place].start + holes[place].pages == holes[place + 1].start {
      holes[place].pages += holes.remove(at: place + 1).pages
    }
  }

  /// Where an address lies in the file, in bytes.
  func offset(of address: UnsafeMutableRawPointer) -> Int { unsafe address - base }

  /// Bytes of pages that are resident, each once however many processes map it.
  var residentBytes: Int64 {
    (try? Stat(descriptor))?.sizeAllocated ?? 0
  }
}
