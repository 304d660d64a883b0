#if canImport(SwiftUI)
  public import SwiftUI

  /// A cell of a grid: shows the image that a `ScrollGrid` has for its place.
  ///
  ///     GridImage(grid, place: place) { image in
  ///       if let image { Image(uiImage: image).resizable().scaledToFill() } else { Color.gray }
  ///     }
  @available(iOS 17, macOS 14, tvOS 17, *)
  public struct GridImage<Source: ImageSource, Content: View>: View {
    private let grid: ScrollGrid<Source>
    private let place: Int
    private let content: (Source.Image?) -> Content
    @State private var cell = GridCell<Source.Image>()

    /// - Parameters:
    ///   - grid: The grid whose images it shows.
    ///   - place: The place of the photo in the grid.
    ///   - content: Returns the view of the cell with its image, and without one.
    public init(
      _ grid: ScrollGrid<Source>, place: Int, @ViewBuilder content: @escaping (Source.Image?) -> Content
    ) {
      self.grid = grid
      self.place = place
      self.content = content
    }

    public var body: some View {
      content(cell.image)
        .onAppear { grid.show(place, in: cell) }
        .onDisappear { grid.hide(cell) }
        // Another place, or the same one with another photo.
        .onChange(of: [place, cell.moves]) { _, new in grid.show(new[0], in: cell) }
    }
  }
#endif
