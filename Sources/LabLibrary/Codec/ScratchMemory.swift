import LabSystem
import SystemPackage

/// Memory that a worker decodes into before it reduces: mapped once it is needed, resident as far as it was written.
@safe struct ScratchMemory: ~Copyable {
  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { if let start = unsafe memory.baseAddress { unsafe Pages.unmap(start, byteCount: memory.count) } }

  /// At least so many bytes; what earlier calls gave is no more.
  ///
  /// - Throws: `CodecError.failed` when the system has none left.
  mutating func room(_ bytes: Int) throws(CodecError) -> UnsafeMutableRawBufferPointer {
    if unsafe memory.count < bytes {
      release()
      do throws(Errno) {
        let address = unsafe try Pages.map(byteCount: bytes)
        unsafe Pages.refuseHuge(address, byteCount: bytes)
        unsafe memory = UnsafeMutableRawBufferPointer(start: address, count: bytes)
      } catch {
        throw .failed("there is no memory for \(bytes) bytes to decode into: close other programs")
      }
    }
    return unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<bytes])
  }

  /// Gives all of it back.
  mutating func release() {
    if let start = unsafe memory.baseAddress { unsafe Pages.unmap(start, byteCount: memory.count) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}
