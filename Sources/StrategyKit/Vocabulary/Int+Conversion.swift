// The conversions of whole numbers that the package uses most, in place of the standard library's generic one, which is
// inlined before anything is optimised: each of 600 would take 5 ms to compile. They trap where a value does not fit, as it
// does; an `Int` has 32 bits in a web page.

extension Int {
  @inlinable
  package init(_ value: Int32) { self.init(truncatingIfNeeded: value) }

  @inlinable
  package init(_ value: Int64) { self.init(exactly: value)! }
}

extension Int32 {
  @inlinable
  package init(_ value: Int) { self.init(exactly: value)! }

  @inlinable
  package init(_ value: Int64) { self.init(exactly: value)! }
}

extension Int64 {
  @inlinable
  package init(_ value: Int32) { self.init(truncatingIfNeeded: value) }

  @inlinable
  package init(_ value: Int) { self.init(truncatingIfNeeded: value) }
}
