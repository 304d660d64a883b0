// Conversions of whole numbers, which trap where the value does not fit, and which hide those of the standard library: its
// are inlined before anything is optimised, and each of a thousand takes 1 to 5 ms to compile.

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
