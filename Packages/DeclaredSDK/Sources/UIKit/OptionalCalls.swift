// The SDK's delegate methods are optional requirements of Objective-C, which Linux does not have: here each is a
// requirement with a default. These properties of the same names make `next?.scrollViewDidScroll?(view)` compile, and do
// what it does there. No part of the SDK.

extension UIScrollViewDelegate {
  public var scrollViewDidScroll: OptionalCall<Void>? { OptionalCall(act: scrollViewDidScroll(_:)) }
  public var scrollViewWillBeginDragging: OptionalCall<Void>? { OptionalCall(act: scrollViewWillBeginDragging(_:)) }
  public var scrollViewDidEndDecelerating: OptionalCall<Void>? { OptionalCall(act: scrollViewDidEndDecelerating(_:)) }
  public var scrollViewDidScrollToTop: OptionalCall<Void>? { OptionalCall(act: scrollViewDidScrollToTop(_:)) }
  public var scrollViewDidEndScrollingAnimation: OptionalCall<Void>? {
    OptionalCall(act: scrollViewDidEndScrollingAnimation(_:))
  }
  public var scrollViewShouldScrollToTop: OptionalCall<Bool>? { OptionalCall(act: scrollViewShouldScrollToTop(_:)) }
  public var scrollViewDidEndDragging: OptionalEndOfDrag? { OptionalEndOfDrag(delegate: self) }
  public var scrollViewWillEndDragging: OptionalLift? { OptionalLift(delegate: self) }
}

extension UICollectionViewDelegate {
  public var collectionView: OptionalCellCalls? { OptionalCellCalls(delegate: self) }
}

@MainActor
public struct OptionalCall<Answer> {
  let act: (UIScrollView) -> Answer
  public func callAsFunction(_ scrollView: UIScrollView) -> Answer { act(scrollView) }
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
