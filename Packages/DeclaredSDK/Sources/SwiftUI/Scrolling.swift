// https://developer.apple.com/documentation/swiftui/edgeinsets
public struct EdgeInsets: Equatable, Sendable {
  public var top, leading, bottom, trailing: CGFloat

  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

// https://developer.apple.com/documentation/swiftui/scrollgeometry
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
public struct ScrollGeometry: Equatable, Sendable {
  public var contentOffset: CGPoint
  public var contentSize: CGSize
  public var contentInsets: EdgeInsets
  public var containerSize: CGSize

  public init(contentOffset: CGPoint, contentSize: CGSize, contentInsets: EdgeInsets, containerSize: CGSize) {
    (self.contentOffset, self.contentSize) = (contentOffset, contentSize)
    (self.contentInsets, self.containerSize) = (contentInsets, containerSize)
  }
}

// https://developer.apple.com/documentation/swiftui/scrollphase
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
public enum ScrollPhase: Hashable, Sendable { case idle, tracking, interacting, decelerating, animating }

extension View {
  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  public func onScrollGeometryChange<T: Equatable>(
    for type: T.Type, of transform: @escaping (ScrollGeometry) -> T,
    action: @escaping (_ oldValue: T, _ newValue: T) -> Void
  ) -> some View {
    RehearsedModifier(content: self) { stage in
      var last: T?
      stage.geometry.append { geometry in
        let value = transform(geometry)
        if let before = last, before != value { action(before, value) }
        // The action is called with the first value, too.
        if last == nil { action(value, value) }
        last = value
      }
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
  public func onScrollPhaseChange(
    _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
  ) -> some View {
    RehearsedModifier(content: self) { stage in
      var last = ScrollPhase.idle
      stage.phase.append { phase in
        action(last, phase)
        last = phase
      }
    }
  }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    RehearsedModifier(content: self) { stage in if let action { stage.appear.append(action) } }
  }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    RehearsedModifier(content: self) { stage in if let action { stage.disappear.append(action) } }
  }

  @available(iOS 17, macOS 14, tvOS 17, *)
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    RehearsedModifier(content: self) { stage in
      stage.values.append(value)
    } again: { stage in
      let index = stage.nextValue
      stage.nextValue += 1
      guard let before = stage.values[index] as? V, before != value else { return }
      stage.values[index] = value
      stage.changed.append { action(before, value) }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, *)
  public func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> some View { self }
  @available(iOS 17, macOS 14, tvOS 17, *)
  public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View { self }
  public func scaledToFit() -> some View { self }
  public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View { self }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View { self }
  public func scaledToFill() -> some View { self }
  public func overlay<Overlay: View>(alignment: Alignment = .center, @ViewBuilder content: () -> Overlay) -> some View {
    TupleView(self, content())
  }
  public func clipped(antialiased: Bool = false) -> some View { self }
}

// https://developer.apple.com/documentation/swiftui/scrolltargetbehavior
@available(iOS 17, macOS 14, tvOS 17, *)
public protocol ScrollTargetBehavior {}

// https://developer.apple.com/documentation/swiftui/pagingscrolltargetbehavior
@available(iOS 17, macOS 14, tvOS 17, *)
public struct PagingScrollTargetBehavior: ScrollTargetBehavior {
  public init() {}
}

// https://developer.apple.com/documentation/swiftui/scrolltargetbehavior/paging
@available(iOS 17, macOS 14, tvOS 17, *)
extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
  public static var paging: PagingScrollTargetBehavior { PagingScrollTargetBehavior() }
}

// https://developer.apple.com/documentation/swiftui/contentmode
public enum ContentMode: Sendable { case fit, fill }

// https://developer.apple.com/documentation/swiftui/alignment
public struct Alignment: Sendable {
  public static let center = Alignment()
}
