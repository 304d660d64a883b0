// The SDK's delegate methods are optional requirements of Objective-C, which Linux does not have: here each is a
// requirement with a default. These properties of the same names make `next?.scrollViewDidScroll?(view)` compile, and do
// what it does there. No part of the SDK.

extension UIScrollViewDelegate {
  public typealias Call<Answer> = (UIScrollView) -> Answer

  public var scrollViewDidScroll: Call<Void>? { scrollViewDidScroll(_:) }
  public var scrollViewWillBeginDragging: Call<Void>? { scrollViewWillBeginDragging(_:) }
  public var scrollViewDidEndDecelerating: Call<Void>? { scrollViewDidEndDecelerating(_:) }
  public var scrollViewDidScrollToTop: Call<Void>? { scrollViewDidScrollToTop(_:) }
  public var scrollViewDidEndScrollingAnimation: Call<Void>? { scrollViewDidEndScrollingAnimation(_:) }
  public var scrollViewShouldScrollToTop: Call<Bool>? { scrollViewShouldScrollToTop(_:) }
  public var scrollViewDidEndDragging: OptionalEndOfDrag? { OptionalEndOfDrag(delegate: self) }
  public var scrollViewWillEndDragging: OptionalLift? { OptionalLift(delegate: self) }
}

extension UICollectionViewDelegate {
  public var collectionView: OptionalCellCalls? { OptionalCellCalls(delegate: self) }
}

@MainActor
public struct OptionalEndOfDrag {
  let delegate: any UIScrollViewDelegate
  public func callAsFunction(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    delegate.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }
}

@MainActor
public struct OptionalLift {
  let delegate: any UIScrollViewDelegate
  public func callAsFunction(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    unsafe delegate.scrollViewWillEndDragging(
      scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
  }
}

@MainActor
public struct OptionalCellCalls {
  let delegate: any UICollectionViewDelegate
  public func callAsFunction(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { delegate.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath) }
  public func callAsFunction(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { delegate.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath) }
}
