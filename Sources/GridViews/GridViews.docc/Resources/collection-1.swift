import Photos
import UIKit

final class LibraryController: UICollectionViewController {
  private var photos = PHAsset.fetchAssets(with: .image, options: nil)

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.register(PhotoCell.self, forCellWithReuseIdentifier: "photo")
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

final class PhotoCell: UICollectionViewCell {
  lazy var imageView: UIImageView = {
    let view = UIImageView(frame: contentView.bounds)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.contentMode = .scaleAspectFill
    view.clipsToBounds = true
    contentView.addSubview(view)
    return view
  }()
}
