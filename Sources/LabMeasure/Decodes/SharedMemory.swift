import LabSystem
import SystemPackage

/// Memory that other processes map too, in whole pages: a file in memory without a name, which goes with the last
/// process that has it, however that ends.
///
/// A page is resident from `take` to `giveBack`. Where the system cannot take pages back out of the middle of a file
/// (MADV_REMOVE, which Linux has for such files), they stay until the memory goes, and are used again.
@safe final class SharedMemory {
  /// A part of the file that is mapped in one piece here. Between two of them a page is left out, so that no bitmap
  /// lies across.
  @safe private struct Extent {
    var start: Int
    var pages: Int
    var base: UnsafeMutableRawPointer
  }

  /// Pages that hold nothing.
  private struct Hole {
    var start: Int
    var pages: Int
  }

  /// What other processes map, from its beginning, as far as an offset demands.
  let descriptor: FileDescriptor
  private let page = Machine.pageSize
  private let firstPages: Int
  private var extents: [Extent] = []
  /// In the order of their places.
  private var holes: [Hole] = []

  /// - Parameter expected: Bytes that it will hold at most; more is possible.
  init(bytes expected: Int) throws(MeasureError) {
    firstPages = max(256, expected / page * 5 / 4)
    do throws(Errno) { descriptor = try MemoryFile.open() } catch {
      throw .noHelper(reason: "no shared memory: \(error)")
    }
  }

  deinit {
    for extent in extents { unsafe Pages.unmap(extent.base, byteCount: extent.pages * page) }
    try? descriptor.close()
  }

  /// Resident memory of `pages` pages.
  ///
  /// - Throws: `MeasureError.noMemory` when the system refuses.
  func take(pages: Int) throws(MeasureError) -> UnsafeMutableRawPointer {
    var place = holes.firstIndex { $0.pages >= pages }
    if place == nil {
      try grow(pages: pages)
      place = holes.firstIndex { $0.pages >= pages }
    }
    guard let place, let address = unsafe address(ofPage: holes[place].start) else {
      preconditionFailure("what has grown holds what it grew for")
    }
    do throws(Errno) { unsafe try Pages.makeResident(address, byteCount: pages * page) } catch {
      throw .noMemory(bytes: pages * page, reason: "\(error)")
    }
    if holes[place].pages == pages {
      holes.remove(at: place)
    } else {
      holes[place].start += pages
      holes[place].pages -= pages
    }
    return unsafe address
  }

  /// Gives pages back to the system.
  func giveBack(_ address: UnsafeMutableRawPointer, pages: Int) {
    unsafe Pages.removeFromFile(address, byteCount: pages * page)
    add(Hole(start: unsafe offset(of: address) / page, pages: pages))
  }

  /// Where an address lies in the file, in bytes.
  func offset(of address: UnsafeMutableRawPointer) -> Int {
    for extent in extents {
      let distance = unsafe address - extent.base
      if distance >= 0 && distance < extent.pages * page { return extent.start * page + distance }
    }
    preconditionFailure("the address is of this memory")
  }

  /// Bytes of pages that are resident, each once however many processes map it.
  var residentBytes: Int64 {
    (try? Stat(descriptor))?.sizeAllocated ?? 0
  }

  private func address(ofPage number: Int) -> UnsafeMutableRawPointer? {
    for extent in extents where number >= extent.start && number < extent.start + extent.pages {
      return unsafe extent.base + (number - extent.start) * page
    }
    return nil
  }

  /// Maps another part of the file, none of it resident.
  private func grow(pages needed: Int) throws(MeasureError) {
    let start = extents.last.map { $0.start + $0.pages + 1 } ?? 0
    let pages = max(needed, extents.isEmpty ? firstPages : start)
    do {
      try descriptor.resize(to: Int64((start + pages) * page))
      let address = unsafe try Pages.map(descriptor, from: start * page, byteCount: pages * page)
      unsafe Pages.refuseHuge(address, byteCount: pages * page)
      unsafe extents.append(Extent(start: start, pages: pages, base: address))
    } catch {
      throw .noMemory(bytes: pages * page, reason: "\(error)")
    }
    add(Hole(start: start, pages: pages))
  }

  /// Puts a hole in its place and joins it with its neighbours.
  private func add(_ hole: Hole) {
    var place = holes.firstIndex { $0.start > hole.start } ?? holes.count
    holes.insert(hole, at: place)
    if place > 0, holes[place - 1].start + holes[place - 1].pages == hole.start {
      holes[place - 1].pages += hole.pages
      holes.remove(at: place)
      place -= 1
    }
    if place + 1 < holes.count, holes[place].start + holes[place].pages == holes[place + 1].start {
      holes[place].pages += holes[place + 1].pages
      holes.remove(at: place + 1)
    }
  }
}
