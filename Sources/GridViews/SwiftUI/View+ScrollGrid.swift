#if canImport(SwiftUI) && canImport(UIKit)
  public import SwiftUI

  extension View {
    /// Lets a grid follow a scroll view that shows its cells and nothing else: put it on the `ScrollView`.
    ///
    /// SwiftUI tells the geometry and the phase of a scroll, but not where a fling will stop.
    ///
    /// - Parameters:
    ///   - grid: The grid whose cells the scroll view shows.
    ///   - axis: The axis of the `ScrollView` and of the grid's shape.
    @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
    public func follows<Source: ImageSource>(_ grid: ScrollGrid<Source>, along axis: GridAxis = .vertical) -> some View
    {
      modifier(FollowedScroll(grid: grid, axis: axis))
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  private struct FollowedScroll<Source: ImageSource>: ViewModifier {
    let grid: ScrollGrid<Source>
    let axis: GridAxis
    @Environment(\.displayScale) private var displayScale

    func body(content: Content) -> some View {
      let scale = displayScale
      content
        .onScrollGeometryChange(for: ScrollGrid<Source>.Geometry.self) { geometry in
          ScrollGrid<Source>.Geometry(geometry, along: axis, scale: scale)
        } action: { _, geometry in
          grid.geometryChanged(to: geometry)
        }
        // SwiftUI tells the geometry again when it changes, but not when the scale does.
        .onChange(of: displayScale) { _, scale in grid.scaleChanged(to: scale) }
        .onScrollPhaseChange { _, phase in grid.phaseChanged(to: phase.forStrategies) }
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  extension ScrollGrid.Geometry {
    init(_ geometry: ScrollGeometry, along axis: GridAxis, scale: Double) {
      let (offset, insets) = (geometry.contentOffset, geometry.contentInsets)
      let isVertical = axis == .vertical
      self.init(
        contentOffset: isVertical ? offset.y : offset.x,
        window: GridWindow(
          width: geometry.containerSize.width, height: geometry.containerSize.height, scale: scale,
          insetTop: isVertical ? insets.top : insets.leading,
          insetBottom: isVertical ? insets.bottom : insets.trailing))
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  extension SwiftUI.ScrollPhase {
    var forStrategies: StrategyKit.ScrollPhase {
      if self == .idle { return .still }
      if self == .tracking { return .tracking }
      if self == .interacting { return .dragging }
      if self == .decelerating { return .decelerating }
      return .animated
    }
  }
#endif
