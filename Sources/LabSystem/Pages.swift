import CLabSystem
package import SystemPackage

package enum Pages {
  /// Maps new memory of this process alone.
  ///
  /// - Parameter isResident: Whether its pages are made resident at once.
  package static func map(byteCount: Int, isResident: Bool = false) throws(Errno) -> UnsafeMutableRawPointer {
    unsafe try checked(lab_map(byteCount, isResident))
  }

  package static func unmap(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_unmap(address, byteCount)
  }

  /// Protects pages from all access, which then crashes.
  package static func close(_ address: UnsafeMutableRawPointer, byteCount: Int) throws(Errno) {
    unsafe try check(lab_close_pages(address, byteCount))
  }

  /// Writes to each page, so that it is resident.
  package static func touch(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_touch(address, byteCount)
  }

  /// Keeps pages small: a huge one would make 512 resident instead of one. Only Linux does otherwise.
  package static func refuseHuge(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_refuse_huge(address, byteCount)
  }

  /// Gives back pages that the system can read again from their file.
  package static func giveBack(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_give_back(address, byteCount)
  }

  private static func checked(_ address: UnsafeMutableRawPointer?) throws(Errno) -> UnsafeMutableRawPointer {
    guard let address = unsafe address else { throw Errno(rawValue: lab_error()) }
    return unsafe address
  }

  private static func check(_ code: Int32) throws(Errno) { if code < 0 { throw Errno(rawValue: -code) } }
}
