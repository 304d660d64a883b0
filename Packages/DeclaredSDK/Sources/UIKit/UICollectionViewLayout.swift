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

  /// The delegate behind the view's own, which passes calls for sizes on to it with Objective-C: no part of the SDK.
  public weak var delegateBehind: (any UICollectionViewDelegateFlowLayout)?

  private var frames: [[CGRect]] = []
  private var length: CGFloat = 0

  /// The measures of a section: no part of the SDK, which asks the delegate for them.
  open func measures(ofSection section: Int) -> FlowMeasures {
    FlowMeasures(
      inset: sectionInset, lineSpacing: minimumLineSpacing, gap: minimumInteritemSpacing,
      header: turned(headerReferenceSize).height, footer: 0)
  }

  // A section is its header, its upper inset, its lines with the line spacing between them, its lower inset and its
  // footer. Headers and footers take the content's width. If the layout scrolls sideways, all of it is turned.
  open override func prepare() {
    (frames, length) = ([], 0)
    guard let view = collectionView, view.bounds.width > 0 else { return }
    let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout ?? delegateBehind
    for section in 0..<view.numberOfSections {
      var measures = measures(ofSection: section)
      measures.inset = turned(measures.inset)
      length += measures.header + measures.inset.top
      let sizes = (0..<view.numberOfItems(inSection: section)).map {
        let path = IndexPath(item: $0, section: section)
        return turned(delegate?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize)
      }
      let lines = measures.frames(of: sizes, width: turned(view.bounds.size).width, from: length)
      length = (lines.map(\.maxY).max() ?? length) + measures.inset.bottom + measures.footer
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

  private func turned(_ size: CGSize) -> CGSize {
    scrollDirection == .vertical ? size : CGSize(width: size.height, height: size.width)
  }

  private func turned(_ point: CGPoint) -> CGPoint {
    scrollDirection == .vertical ? point : CGPoint(x: point.y, y: point.x)
  }

  private func turned(_ inset: UIEdgeInsets) -> UIEdgeInsets {
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
// Its sections are not declared: a test overrides the places of its cells.
@MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  open var configuration = UICollectionViewCompositionalLayoutConfiguration()
}

// https://developer.apple.com/documentation/uikit/uicollectionviewdelegateflowlayout
//
// An optional requirement in the SDK, which has more of them.
@MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize
}

/// The measures of a section of a flow layout: no part of the SDK.
public struct FlowMeasures {
  public var inset: UIEdgeInsets
  public var lineSpacing, gap, header, footer: CGFloat

  public init(inset: UIEdgeInsets, lineSpacing: CGFloat, gap: CGFloat, header: CGFloat, footer: CGFloat) {
    (self.inset, self.lineSpacing, self.gap) = (inset, lineSpacing, gap)
    (self.header, self.footer) = (header, footer)
  }

  /// Returns the frames of items. A line takes as many as fit with the least gap; then the gaps grow until the line is
  /// full. The last line has the gaps of the line before, or, if it is the only one, those of a full line of such
  /// items. A line is as high as its highest item, and the others are centred in it.
  fileprivate func frames(of sizes: [CGSize], width: CGFloat, from y: CGFloat) -> [CGRect] {
    let width = width - inset.left - inset.right
    var (frames, y, item) = ([CGRect](), y, 0)
    let gapMin = gap
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
