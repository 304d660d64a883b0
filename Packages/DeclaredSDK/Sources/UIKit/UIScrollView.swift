@_exported public import Foundation
// A part of Foundation on Apple systems.
@_exported public import FoundationNetworking
@_exported public import QuartzCore

// https://developer.apple.com/documentation/uikit/uiedgeinsets
public struct UIEdgeInsets: Equatable, Sendable {
  public var top, left, bottom, right: CGFloat
  public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}

// https://developer.apple.com/documentation/uikit/uitraitcollection
@MainActor
open class UITraitCollection: NSObject {
  open var displayScale: CGFloat { Rehearsal.displayScale }
}

// https://developer.apple.com/documentation/uikit/uiview
@MainActor
open class UIView: NSObject {
  open var bounds: CGRect
  open var traitCollection: UITraitCollection { UITraitCollection() }
  open var contentMode = ContentMode.scaleToFill
  open var clipsToBounds = false

  public init(frame: CGRect) {
    bounds = CGRect(origin: .zero, size: frame.size)
    super.init()
  }

  public enum ContentMode: Int, Sendable { case scaleToFill, scaleAspectFit, scaleAspectFill }
}

// https://developer.apple.com/documentation/uikit/uiscrollview
@MainActor
open class UIScrollView: UIView {
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      bounds.origin = newValue
      scrollDelegate?.scrollViewDidScroll(self)
    }
  }
  open var contentSize: CGSize = .zero
  open var contentInset: UIEdgeInsets = .zero
  open var isPagingEnabled = false
  open var adjustedContentInset: UIEdgeInsets { contentInset }
  open var isTracking: Bool { rehearsed.contains(.tracking) }
  open var isDragging: Bool { rehearsed.contains(.dragging) }
  open var isDecelerating: Bool { rehearsed.contains(.decelerating) }

  var rehearsed: Rehearsal.Motion = []
  var scrollDelegate: (any UIScrollViewDelegate)? { nil }
}

// https://developer.apple.com/documentation/uikit/uiscrollviewdelegate
//
// The SDK's methods are optional requirements of Objective-C; see `OptionalCalls.swift`.
@MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}
