#if canImport(UIKit)
  public import UIKit

  /// Records a scroll view: takes its delegate's place, passes every call on, and reads the offset once a frame.
  @MainActor
  public final class ScrollViewTraceProxy: NSObject, UIScrollViewDelegate {
    private var recorder: ScrollTraceRecorder
    private weak var scrollView: UIScrollView?
    private weak var next: (any UIScrollViewDelegate)?
    /// The same delegate, for methods on no actor, which UIKit calls on the main thread.
    private nonisolated(unsafe) weak var delegateBefore: (any NSObjectProtocol)?
    private var link: CADisplayLink?
    private let isSideways: Bool

    /// Creates a proxy that takes the delegate's place until `stop`.
    ///
    /// - Parameters:
    ///   - scrollView: The scroll view.
    ///   - recorder: The recorder, which has written nothing yet.
    ///   - scrollsSideways: True if offsets are those of the left edge: the recorder's geometry is turned then.
    public init(_ scrollView: UIScrollView, recorder: ScrollTraceRecorder, scrollsSideways: Bool = false) {
      self.recorder = recorder
      isSideways = scrollsSideways
      self.scrollView = scrollView
      next = scrollView.delegate
      super.init()
      unsafe delegateBefore = next
      scrollView.delegate = self
      let link = CADisplayLink(target: self, selector: #selector(tick))
      link.add(to: .main, forMode: .common)
      self.link = link
    }

    /// Ends the trace and gives the delegate back.
    public func stop() {
      link?.invalidate()
      recorder.end(at: CACurrentMediaTime())
      if scrollView?.delegate === self { scrollView?.delegate = next }
    }

    /// Records a phase that the scroll view does not tell: `jump`, `background`, `scrub` of an app's own indicator.
    public func phase(_ phase: ScrollTracePhase) { recorder.phase(phase, at: CACurrentMediaTime()) }

    private func along(_ point: CGPoint) -> Double { isSideways ? point.x : point.y }

    @objc private func tick(_ link: CADisplayLink) {
      guard let scrollView else { return }
      recorder.frame(at: link.timestamp, offset: along(scrollView.contentOffset))
    }

    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
      phase(.down)
      phase(.drag)
      next?.scrollViewWillBeginDragging?(scrollView)
    }

    public func scrollViewWillEndDragging(
      _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {
      unsafe next?.scrollViewWillEndDragging?(
        scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
      // UIKit's velocity is in points a millisecond.
      phase(.up(velocity: along(velocity) * 1000, target: along(unsafe targetContentOffset.pointee)))
    }

    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
      if !decelerate { phase(.idle) }
      next?.scrollViewDidEndDragging?(scrollView, willDecelerate: decelerate)
    }

    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
      phase(.decel)
      next?.scrollViewWillBeginDecelerating?(scrollView)
    }

    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
      phase(.idle)
      next?.scrollViewDidEndDecelerating?(scrollView)
    }

    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
      let allowed = next?.scrollViewShouldScrollToTop?(scrollView) ?? true
      if allowed { phase(.top) }
      return allowed
    }

    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
      phase(.idle)
      next?.scrollViewDidScrollToTop?(scrollView)
    }

    // All other calls go to the delegate before.
    public nonisolated override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || (unsafe delegateBefore?.responds(to: selector) ?? false)
    }

    public nonisolated override func forwardingTarget(for selector: Selector!) -> Any? {
      unsafe delegateBefore?.responds(to: selector) == true
        ? unsafe delegateBefore : super.forwardingTarget(for: selector)
    }
  }
#endif
