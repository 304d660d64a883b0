import GridPhotos
import GridViews
import Photos
import Strategies
import UIKit

final class LibraryController: UICollectionViewController {
  private var photos = PHAsset.fetchAssets(with: .image, options: nil)
  private var grid: CollectionGrid<PhotosSource>?

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "photo")
    let source = PhotosSource { [weak self] place in
      guard let photos = self?.photos, place < photos.count else { return nil }
      return photos.object(at: place)
    }
    do {
      let strategy = try StrategySpec("budget-priority:budget=35MB")
      grid = try CollectionGrid(collectionView, strategy, source: source) { cell, image in
        let view = cell.backgroundView as? UIImageView ?? UIImageView(frame: cell.bounds)
        (view.image, view.contentMode, cell.backgroundView, cell.clipsToBounds) = (image, .scaleAspectFill, view, true)
      }
    } catch {
      assertionFailure("\(error)")
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    grid?.layoutChanged()
  }

  /// Call it on the main actor, from `photoLibraryDidChange`.
  func photosChanged(_ change: PHChange) {
    guard let details = change.changeDetails(for: photos) else { return }
    guard let changes = GridChanges(details, in: change) else {
      photos = details.fetchResultAfterChanges
      grid?.reloadData(count: photos.count)
      return
    }
    grid?.update(changes) { show(changes, details.fetchResultAfterChanges) }
  }

  private func show(_ changes: GridChanges, _ after: PHFetchResult<PHAsset>) {
    func paths(_ places: [Range<Int>]) -> [IndexPath] { places.joined().map { IndexPath(item: $0, section: 0) } }
    collectionView.performBatchUpdates {
      // Not before: a reload may wait for the counts of now.
      self.photos = after
      self.collectionView.deleteItems(at: paths(changes.removed))
      self.collectionView.insertItems(at: paths(changes.inserted))
    }
  }

  override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    photos.count
  }

  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath)
  }
}
