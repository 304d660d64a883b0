// Conversions of whole numbers that take the place of the standard library's in the lab, in files that see CacheLab.
// They trap where the value does not fit, as the library's do. The library's are inlined before anything is optimised,
// and each of 500 would take 1 to 5 ms to compile. Modules that apps take use the library's: in a debug build each of
// ours takes 36 ns more.

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
