import Foundation
import GridPhotos
import GridSession
import GridViews
import Photos
import Strategies
import UIKit

@MainActor
func makeGrid(_ view: UICollectionView, _ photos: PHFetchResult<PHAsset>, recordTo path: String) throws
  -> CollectionGrid<PhotosSource>
{
  _ = FileManager.default.createFile(atPath: path, contents: nil)
  let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  return try CollectionGrid(
    view, StrategySpec("budget-priority:budget=35MB"), source: PhotosSource { place in photos.object(at: place) },
    prepare: { driver in
      driver.record(refreshHz: 120) { bytes in (try? file.write(contentsOf: Data(bytes))) != nil }
    },
    show: { cell, image in
      let view = cell.backgroundView as? UIImageView ?? UIImageView(frame: cell.bounds)
      (view.image, cell.backgroundView) = (image, view)
    })
}
