import CLabSystem
package import SystemPackage

package enum Pages {
  /// Maps new memory of this process alone.
  ///
  /// - Parameter isResident: Whether its pages are made resident at once.
  package static func map(byteCount: Int, isResident: Bool = false) throws(Errno) -> UnsafeMutableRawPointer {
    guard let address = unsafe lab_map(byteCount, isResident) else { throw Errno(rawValue: lab_error()) }
    return unsafe address
  }

  package static func unmap(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    unsafe lab_unmap(address, byteCount)
  }

  /// Protects pages from all access, which then crashes.
  package static func close(_ address: UnsafeMutableRawPointer, byteCount: Int) throws(Errno) {
    let code = unsafe lab_close_pages(address, byteCount)
    if code < 0 { throw Errno(rawValue: -code) }
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
}
