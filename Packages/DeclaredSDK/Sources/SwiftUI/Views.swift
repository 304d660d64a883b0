public import UIKit

// https://developer.apple.com/documentation/swiftui/emptyview
public struct EmptyView: View {
  public init() {}
}

// https://developer.apple.com/documentation/swiftui/text
public struct Text: View {
  public let text: String
  public init(_ text: String) { self.text = text }
}

// https://developer.apple.com/documentation/swiftui/image
public struct Image: View {
  public let image: UIImage
  public init(uiImage: UIImage) { image = uiImage }
  public func resizable() -> Image { self }
}

// https://developer.apple.com/documentation/swiftui/color
public struct Color: View, Sendable {
  public static let gray = Color()
}

// https://developer.apple.com/documentation/swiftui/scrollview
public struct ScrollView<Content: View>: View {
  let content: Content
  public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { content }
}

// https://developer.apple.com/documentation/swiftui/axis
public enum Axis: Int8, Sendable {
  case horizontal, vertical

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

// https://developer.apple.com/documentation/swiftui/griditem
public struct GridItem: Sendable {
  public enum Size: Sendable { case fixed(CGFloat), flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity) }
  public init(_ size: Size = .flexible(), spacing: CGFloat? = nil) {}
}

// https://developer.apple.com/documentation/swiftui/lazyvgrid
public struct LazyVGrid<Content: View>: View {
  let content: Content
  public init(
    columns: [GridItem], spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
    @ViewBuilder content: () -> Content
  ) { self.content = content() }
  public var body: some View { content }
}

// https://developer.apple.com/documentation/swiftui/lazyhstack
public struct LazyHStack<Content: View>: View {
  let content: Content
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) { self.content = content() }
  public var body: some View { content }
}

// https://developer.apple.com/documentation/swiftui/pinnedscrollableviews
public struct PinnedScrollableViews: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
}

// https://developer.apple.com/documentation/swiftui/section
public struct Section<Parent, Content, Footer> {
  let header: Parent
  let content: Content
}

extension Section: View where Parent: View, Content: View, Footer: View {
  public var body: some View { TupleView(header, content) }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    (self.header, self.content) = (header(), content())
  }
}

// https://developer.apple.com/documentation/swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
  let views: [Content]
}

extension ForEach where Data == Range<Int>, ID == Int {
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) { views = data.map(content) }
}

extension ForEach {
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    views = data.map(content)
  }
}
