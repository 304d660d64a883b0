// Conversions of whole numbers for the lab, which trap where the value does not fit, and hide those of the standard library:
// its are inlined before anything is optimised, and each of 500 takes 1 to 5 ms to compile. What apps take has the library's,
// because these cost a debug build 36 ns each.

extension Int {
  @inlinable
  package init(_ value: some BinaryInteger) { self = numericCast(value) }
}

extension Int64 {
  @inlinable
  package init(_ value: some BinaryInteger) { self = numericCast(value) }
}

extension Int32 {
  @inlinable
  package init(_ value: some BinaryInteger) { self = numericCast(value) }
}

extension UInt64 {
  @inlinable
  package init(_ value: some BinaryInteger) { self = numericCast(value) }
}

extension UInt8 {
  @inlinable
  package init(_ value: some BinaryInteger) { self = numericCast(value) }
}
