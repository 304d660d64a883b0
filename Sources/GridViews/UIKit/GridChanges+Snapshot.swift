#if canImport(UIKit)
  public import GridDriver
  public import UIKit

  extension GridChanges {
    /// Creates the changes from one snapshot of a diffable data source to another.
    ///
    ///     let changes = GridChanges(from: dataSource.snapshot(), to: snapshot)
    ///     grid.update(changes) { dataSource.apply(snapshot) }
    ///
    /// Items that `after` reloads or reconfigures are edited photos.
    ///
    /// - Parameters:
    ///   - before: The snapshot that the grid shows.
    ///   - after: The snapshot that it will show.
    public init<SectionID: Hashable & Sendable, ID: Hashable & Sendable>(
      from before: NSDiffableDataSourceSnapshot<SectionID, ID>, to after: NSDiffableDataSourceSnapshot<SectionID, ID>
    ) {
      func sections(_ snapshot: NSDiffableDataSourceSnapshot<SectionID, ID>) -> [(section: SectionID, items: [ID])] {
        snapshot.sectionIdentifiers.map { ($0, snapshot.itemIdentifiers(inSection: $0)) }
      }
      self.init(
        from: sections(before), to: sections(after),
        edited: Set(after.reloadedItemIdentifiers + after.reconfiguredItemIdentifiers))
    }
  }
#endif
