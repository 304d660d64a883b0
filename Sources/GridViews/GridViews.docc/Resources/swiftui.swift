import GridPhotos
import GridViews
import Photos
import Strategies
import SwiftUI
import UIKit

/// Made once, and kept as long as the grid is shown.
@MainActor
final class Library {
  let count: Int
  let grid: ScrollGrid<PhotosSource>

  init() throws {
    let photos = PHAsset.fetchAssets(with: .image, options: nil)
    count = photos.count
    grid = ScrollGrid(
      try StrategySpec("budget-priority:budget=35MB"), source: PhotosSource { photos.object(at: $0) }, count: count
    ) { window in
      GridShape(columns: 3, sharing: window.width, spacing: 2)
    }
  }
}

struct LibraryView: View {
  let library: Library

  var body: some View {
    ScrollView {
      LazyVGrid(columns: Array(repeating: GridItem(.flexible(), spacing: 2), count: 3), spacing: 2) {
        ForEach(0..<library.count) { place in
          GridImage(library.grid, place: place) { image in
            Color.gray.overlay { if let image { Image(uiImage: image).resizable().scaledToFill() } }
          }
          .aspectRatio(1, contentMode: .fit)
          .clipped()
        }
      }
    }
    .follows(library.grid)
  }
}
