import Testing

/// The file of a strategy that ships can be copied into a package of one's own: all that it uses is public.
@Suite struct CopiedStrategyTests {
  private let scratch = Scratch()

  @Test(arguments: [
    "FixedWindow", "PerRowWindow", "Preheat2x", "TextureRanges", "UIKitPrefetch", "ScrollAware", "Skewport",
    "DeadlineLookahead",
  ])
  func aShippedStrategyCompilesElsewhere(_ name: String) async throws {
    let file = "\(Tool.home)/Sources/Strategies/Policies/\(name).swift"
    let path = scratch.path + "/\(name).swift"
    try await Tool.shell(
      "(echo 'import Strategies'; cat \"$1\") > \"$2\" && exec swiftc -typecheck -swift-version 6"
        + " -I '\(Tool.products)/Modules' -I '\(Tool.home)/Sources/CSlotMemory' \"$2\"", [file, path]
    ).succeeding()
  }
}
