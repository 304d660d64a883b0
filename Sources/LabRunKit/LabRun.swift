public import ArgumentParser
import CacheLab

/// The tool: `lab-run --strategy preheat2x --trace fastscroll`.
public struct LabRun: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "lab-run",
    abstract: "Replays recorded scrolling over a library of real JPEGs and measures what a caching strategy costs.",
    discussion: """
      EXAMPLES
        lab-run --strategy preheat2x --trace fastscroll
        lab-run --strategy all --trace fastscroll --trace ios-fastscroll
        lab-run --strategy lru:budget=16MB --trace zoom --cells keep
        lab-run --strategy preheat2x --trace fastscroll --viewport 375x667 --scale 2 --assets 3924
        lab-run --strategy all --trace all --decode none --format csv > sweep.csv
        lab-run list
        lab-run library info
        lab-run trace info fastscroll

      EXIT CODES
        0 fine, 1 error, 64 usage, 130 interrupted

      FILES
        Traces are looked for in $CACHELAB_HOME, else in the current folder, else beside the executable; records go
        to results/ there or to --out. The library is kept under $XDG_CACHE_HOME/cachelab or ~/.cache/cachelab.
      """,
    version: CacheLabInfo.version,
    subcommands: [RunCommand.self, ListCommand.self, LibraryCommand.self, TraceCommand.self],
    defaultSubcommand: RunCommand.self
  )

  public init() {}

  /// Runs the tool with the process's arguments and ends the process.
  public static func start() async {
    Interruption.watch()
    await main()
  }
}
