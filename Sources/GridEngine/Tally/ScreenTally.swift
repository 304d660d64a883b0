/// How long screens took to fill that appeared at once: the first one, and each that shows no cell of the frame before
/// (DEFINITIONS.md, "How long a screen takes to fill").
public struct ScreenTally: Hashable, Sendable {
  /// Nanoseconds from a frame until each of its cells shows something, and until each shows its full image, or has left.
  public struct Times: Hashable, Sendable {
    public var filled: Int64
    public var sharp: Int64

    public init(filled: Int64, sharp: Int64) { (self.filled, self.sharp) = (filled, sharp) }
  }

  /// Of the first frame; nil where there is none.
  public var first: Times?
  /// Of later screens: after jumps and changes of layout or content.
  public var later: ContiguousArray<Times> = []

  public init() {}

  /// Nanoseconds, of the first screen and of all later ones together.
  package var sums: (first: Times, later: Times) {
    let none = Times(filled: 0, sharp: 0)
    return (
      first ?? none,
      later.reduce(into: none) { sum, times in
        sum.filled += times.filled
        sum.sharp += times.sharp
      }
    )
  }
}
