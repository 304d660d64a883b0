import ArgumentParser

/// What the Photos model does, as commands; lab-run does not link its database.
@main
struct LabPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-photos",
    abstract: "The Photos model: its figures, and a driver that asks it.",
    discussion: """
      EXAMPLES
        lab-photos catalog
        lab-photos catalog --assets 100000
        lab-photos driver --trace fastscroll.scrolltrace
      """,
    subcommands: [CatalogCommand.self, DriverCommand.self])
}
