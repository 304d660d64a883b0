extension ParameterSpec {
  /// `budget=30MB`, `budget=2.2screens`: the bytes of all bitmaps together, as every retention policy takes it.
  ///
  /// One rule for entries that are larger than the whole budget, the same under all policies because whoever runs them
  /// applies it: such an entry is served, but no room is made that cannot be enough. In a stream of requests it is passed
  /// by: it evicts nothing and is not kept. In a grid, where a cell has to show it, it is an overdraft (DEFINITIONS.md).
  ///
  /// The default holds three screens, what `fixed-window` starts at its defaults, and what is on its way.
  public static let budget = ParameterSpec.budget("bytes of all bitmaps together", screens: Rational(7, 2))

  /// A budget with a default of its own, and maybe another meaning.
  public static func budget(_ summary: String, key: String = "budget", screens: Rational) -> ParameterSpec {
    ParameterSpec(
      key: key,
      kind: .budget(
        ByteCount(rawValue: 1)...ByteCount(rawValue: 1_000_000_000_000), screens: Rational(1, 100)...Rational(1000)),
      defaultValue: .budget(.screens(screens)), summary: summary)
  }
}
