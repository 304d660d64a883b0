package import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whole pages of memory, taken from the system and given back.
package enum Pages {
  /// New memory of this process alone.
  ///
  /// - Parameter isResident: Whether its pages are made resident at once.
  package static func map(byteCount: Int, isResident: Bool = false) throws(Errno) -> UnsafeMutableRawPointer {
    var flags = Int32(MAP_PRIVATE) | Int32(MAP_ANON)
    #if os(Linux)
      if isResident { flags |= Int32(MAP_POPULATE) }
    #endif
    let address = unsafe try checked(mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0))
    #if !os(Linux)
      if isResident { unsafe touch(address, byteCount: byteCount) }
    #endif
    return unsafe address
  }

  /// A part of a file in memory, which others who map it see too.
  package static func map(
    _ file: FileDescriptor, from offset: Int = 0, byteCount: Int
  ) throws(Errno) -> UnsafeMutableRawPointer {
    unsafe try checked(mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, off_t(offset)))
  }

  package static func unmap(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe munmap(address, byteCount)
  }

  /// Closes pages to everybody: who touches one crashes.
  package static func close(_ address: UnsafeMutableRawPointer, byteCount: Int) throws(Errno) {
    guard unsafe mprotect(address, byteCount, PROT_NONE) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Makes pages resident and writable, here.
  package static func makeResident(_ address: UnsafeMutableRawPointer, byteCount: Int) throws(Errno) {
    #if os(Linux)
      // MADV_POPULATE_WRITE, of Linux 5.14.
      if unsafe madvise(address, byteCount, 23) == 0 { return }
      if errno != EINVAL { throw Errno(rawValue: errno) }
    #endif
    unsafe touch(address, byteCount: byteCount)
  }

  /// Writes to each page, so that it is resident.
  package static func touch(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    for offset in stride(from: 0, to: byteCount, by: Machine.pageSize) {
      unsafe address.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
  }

  /// Has pages stay small: a huge one would make 512 resident where one is asked for. Linux alone does otherwise.
  package static func refuseHuge(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      unsafe madvise(address, byteCount, Int32(MADV_NOHUGEPAGE))
    #endif
  }

  /// Takes pages out of the file that is mapped, for all who map it; where the system cannot, they stay.
  package static func removeFromFile(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      unsafe madvise(address, byteCount, Int32(MADV_REMOVE))
    #endif
  }

  /// Gives back pages that the system can read again from their file.
  package static func giveBack(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    _ = unsafe madvise(address, byteCount, MADV_DONTNEED)
  }

  private static func checked(_ address: UnsafeMutableRawPointer?) throws(Errno) -> UnsafeMutableRawPointer {
    guard let address = unsafe address, unsafe address != MAP_FAILED else { throw Errno(rawValue: errno) }
    return unsafe address
  }
}
