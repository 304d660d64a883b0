#if canImport(SwiftUI) && canImport(UIKit)
  public import GridDriver
  public import SwiftUI

  extension View {
    /// Lets a grid follow a scroll view that shows its cells and nothing else: put it on the `ScrollView`.
    ///
    /// SwiftUI tells the geometry and the phase of a scroll, and not where a fling will stop.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
    public func follows<Source: ImageSource>(_ grid: ScrollGrid<Source>) -> some View {
      modifier(FollowedScroll(grid: grid))
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  private struct FollowedScroll<Source: ImageSource>: ViewModifier {
    let grid: ScrollGrid<Source>
    @Environment(\.displayScale) private var displayScale

    func body(content: Content) -> some View {
      let scale = displayScale
      content
        .onScrollGeometryChange(for: ScrollGrid<Source>.Geometry.self) { geometry in
          ScrollGrid<Source>.Geometry(geometry, scale: scale)
        } action: { _, geometry in
          grid.geometryChanged(to: geometry)
        }
        .onScrollPhaseChange { _, phase in grid.phaseChanged(to: phase.forStrategies) }
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  extension ScrollGrid.Geometry {
    init(_ geometry: ScrollGeometry, scale: Double) {
      self.init(
        contentOffset: geometry.contentOffset.y,
        window: GridWindow(
          width: geometry.containerSize.width, height: geometry.containerSize.height, scale: scale,
          insetTop: geometry.contentInsets.top, insetBottom: geometry.contentInsets.bottom))
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  extension SwiftUI.ScrollPhase {
    /// As strategies know it.
    var forStrategies: StrategyKit.ScrollPhase {
      if self == .idle { return .still }
      if self == .tracking { return .tracking }
      if self == .interacting { return .dragging }
      if self == .decelerating { return .decelerating }
      return .animated
    }
  }
#endif
