// https://developer.apple.com/documentation/uikit/uicollectionviewlayoutattributes
@MainActor
open class UICollectionViewLayoutAttributes: NSObject {
  open var frame: CGRect = .zero

  public convenience init(forCellWith indexPath: IndexPath) { self.init() }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewlayout
@MainActor
open class UICollectionViewLayout: NSObject {
  open internal(set) weak var collectionView: UICollectionView?

  public override init() {}

  open func prepare() {}
  open var collectionViewContentSize: CGSize { .zero }
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? { nil }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewflowlayout
@MainActor
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
  open var itemSize = CGSize(width: 50, height: 50)
  open var minimumLineSpacing: CGFloat = 10
  open var minimumInteritemSpacing: CGFloat = 10
  open var sectionInset = UIEdgeInsets.zero
  open var headerReferenceSize = CGSize.zero
  open var footerReferenceSize = CGSize.zero

  /// Who is asked for sizes where the view's delegate passes such calls on, which takes Objective-C: no part of the SDK.
  public weak var delegateBehind: (any UICollectionViewDelegateFlowLayout)?

  private var frames: [[CGRect]] = []
  private var length: CGFloat = 0

  // A section is its header, its upper inset, its lines with the line spacing between them, its lower inset and its
  // footer. Headers and footers take the content's width. Where the layout scrolls sideways, all of it is turned.
  open override func prepare() {
    (frames, length) = ([], 0)
    guard let view = collectionView, view.bounds.width > 0 else { return }
    for section in 0..<view.numberOfSections {
      let style = SectionStyle(section, of: self, in: view)
      length += style.header + style.inset.top
      let sizes = (0..<view.numberOfItems(inSection: section)).map {
        let path = IndexPath(item: $0, section: section)
        return turned(style.delegate.collectionView(view, layout: self, sizeForItemAt: path))
      }
      let lines = style.frames(of: sizes, width: turned(view.bounds.size).width, from: length)
      length = (lines.map(\.maxY).max() ?? length) + style.inset.bottom + style.footer
      frames.append(lines.map { CGRect(origin: turned($0.origin), size: turned($0.size)) })
    }
  }

  open override var collectionViewContentSize: CGSize {
    turned(CGSize(width: turned(collectionView?.bounds.size ?? .zero).width, height: length))
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard frames.indices.contains(indexPath.section), frames[indexPath.section].indices.contains(indexPath.item) else {
      return nil
    }
    let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    attributes.frame = frames[indexPath.section][indexPath.item]
    return attributes
  }

  fileprivate func turned(_ size: CGSize) -> CGSize {
    scrollDirection == .vertical ? size : CGSize(width: size.height, height: size.width)
  }

  private func turned(_ point: CGPoint) -> CGPoint {
    scrollDirection == .vertical ? point : CGPoint(x: point.y, y: point.x)
  }

  fileprivate func turned(_ inset: UIEdgeInsets) -> UIEdgeInsets {
    scrollDirection == .vertical
      ? inset : UIEdgeInsets(top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom)
  }
}

// https://developer.apple.com/documentation/uikit/uicollectionviewcompositionallayoutconfiguration
@MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
}

// https://developer.apple.com/documentation/uikit/uicollectionviewcompositionallayout
//
// What it is made of is not declared: a test overrides where its cells lie.
@MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  open var configuration = UICollectionViewCompositionalLayoutConfiguration()
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdelegateflowlayout
//
// Optional requirements in the SDK. The defaults here give what the layout says.
@MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize
}

/// A delegate that says what the layout says: no part of the SDK.
private final class PlainDelegate: NSObject, UICollectionViewDelegateFlowLayout {}

/// What a flow layout knows of a section, turned where it scrolls sideways: no part of the SDK.
@MainActor
private struct SectionStyle {
  let delegate: any UICollectionViewDelegateFlowLayout
  let inset: UIEdgeInsets
  let lineSpacing, gapMin, header, footer: CGFloat

  init(_ section: Int, of layout: UICollectionViewFlowLayout, in view: UICollectionView) {
    delegate = view.delegate as? any UICollectionViewDelegateFlowLayout ?? layout.delegateBehind ?? PlainDelegate()
    inset = layout.turned(delegate.collectionView(view, layout: layout, insetForSectionAt: section))
    lineSpacing = delegate.collectionView(view, layout: layout, minimumLineSpacingForSectionAt: section)
    gapMin = delegate.collectionView(view, layout: layout, minimumInteritemSpacingForSectionAt: section)
    header =
      layout.turned(delegate.collectionView(view, layout: layout, referenceSizeForHeaderInSection: section)).height
    footer =
      layout.turned(delegate.collectionView(view, layout: layout, referenceSizeForFooterInSection: section)).height
  }

  /// As many items a line as fit with the least gap; then gaps grow until the line is full. The last line has the gaps
  /// of the line before, a first one those of a full line of such items. A line is as high as its highest item, and the
  /// others stand in its middle.
  func frames(of sizes: [CGSize], width: CGFloat, from y: CGFloat) -> [CGRect] {
    let width = width - inset.left - inset.right
    var (frames, y, item) = ([CGRect](), y, 0)
    var gap = gapMin
    if let first = sizes.first {
      let columns = max(1, ((width + gapMin) / (first.width + gapMin)).rounded(.down))
      if columns > 1 { gap = (width - columns * first.width) / (columns - 1) }
    }
    while item < sizes.count {
      var end = item + 1
      var sum = sizes[item].width
      while end < sizes.count, sum + sizes[end].width + CGFloat(end - item) * gapMin <= width {
        sum += sizes[end].width
        end += 1
      }
      if end < sizes.count && end > item + 1 { gap = (width - sum) / CGFloat(end - item - 1) }
      let height = sizes[item..<end].map(\.height).max() ?? 0
      var x = inset.left
      for size in sizes[item..<end] {
        frames.append(CGRect(x: x, y: y + (height - size.height) / 2, width: size.width, height: size.height))
        x += size.width + gap
      }
      y += height + lineSpacing
      item = end
    }
    return frames
  }
}

extension UICollectionViewDelegateFlowLayout {
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { flow(collectionViewLayout).itemSize }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets { flow(collectionViewLayout).sectionInset }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat { flow(collectionViewLayout).minimumLineSpacing }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat { flow(collectionViewLayout).minimumInteritemSpacing }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize { flow(collectionViewLayout).headerReferenceSize }
  public func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize { flow(collectionViewLayout).footerReferenceSize }

  private func flow(_ layout: UICollectionViewLayout) -> UICollectionViewFlowLayout {
    layout as? UICollectionViewFlowLayout ?? UICollectionViewFlowLayout()
  }
}
