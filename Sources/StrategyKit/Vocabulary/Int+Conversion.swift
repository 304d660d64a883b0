// The conversions between whole numbers that the package uses most. The standard library's is generic and inlined before
// anything is optimised: it takes 5 ms to compile at each use, and there are 600. Like it, these trap where a value does
// not fit. An `Int` has 32 bits in a web page.

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
