import LabSystem
import SystemPackage

/// Memory that a worker decodes into before it reduces: mapped once it is needed, resident as far as it was written.
@safe struct ScratchMemory: ~Copyable {
  /// More than this is given back after each decode: a grid's pictures need less, a page of a photo of 12 megapixels
  /// 60 MB.
  static let keptMax = 4 << 20

  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  deinit { if let start = unsafe memory.baseAddress { unsafe Pages.unmap(start, byteCount: memory.count) } }

  /// What it holds now.
  var byteCount: Int { unsafe memory.count }

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

  /// Makes so many bytes resident, at most `keptMax`, where fewer are held.
  mutating func hold(_ bytes: Int) throws(CodecError) {
    let bytes = min(bytes, ScratchMemory.keptMax)
    guard byteCount < bytes else { return }
    unsafe try room(bytes).initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// Gives back what is too much to keep for the next photo.
  mutating func trim() {
    if unsafe memory.count > ScratchMemory.keptMax { release() }
  }

  /// Gives all of it back.
  mutating func release() {
    if let start = unsafe memory.baseAddress { unsafe Pages.unmap(start, byteCount: memory.count) }
    unsafe memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }
}
