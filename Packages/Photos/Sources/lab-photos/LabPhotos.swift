import ArgumentParser

/// What the Photos model does, as commands; lab-run does not link its database.
@main
struct LabPhotos: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab-photos",
    abstract: "The Photos model: its figures, its invariants and the workloads of an app.",
    discussion: """
      EXAMPLES
        lab-photos catalog
        lab-photos catalog --assets 100000
        lab-photos enumerate --size original --size 288x288
        lab-photos thumbnails --size 120x120
        lab-photos pick --limit 20 --media image
        lab-photos driver --trace fastscroll.scrolltrace
        lab-photos fuzz --count 10000
      """,
    subcommands: [
      CatalogCommand.self, EnumerateCommand.self, ThumbnailsCommand.self, PickCommand.self, DriverCommand.self,
      FuzzCommand.self,
    ])
}
