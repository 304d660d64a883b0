import ArgumentParser

/// What the Photos model does, as commands; lab-run does not link its database.
@main
struct LabPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-photos",
    abstract: "The Photos model: its figures, its invariants and a loop.",
    discussion: """
      EXAMPLES
        lab-photos catalog
        lab-photos catalog --assets 100000
        lab-photos enumerate --size original
        lab-photos fuzz --count 10000
      """,
    subcommands: [CatalogCommand.self, EnumerateCommand.self, FuzzCommand.self])
}
