// What of Foundation the modules for apps and Packages/DeclaredSDK name, in empty bodies: scripts/embedded.sh compiles them
// for iOS, whose Foundation only a Mac has.

public typealias CGFloat = Double

public struct CGPoint: Equatable, Sendable {
  public static let zero = CGPoint()
  public var x = 0.0
  public var y = 0.0
  public init(x: Double = 0, y: Double = 0) {}
}

public struct CGSize: Hashable, Sendable {
  public static let zero = CGSize()
  public var width = 0.0
  public var height = 0.0
  public init(width: Double = 0, height: Double = 0) {}
  public init(width: Int, height: Int) {}
}

public struct CGRect: Equatable, Sendable {
  public static let zero = CGRect()
  public var origin = CGPoint.zero
  public var size = CGSize.zero
  public var (width, height, minX, minY, maxX, maxY) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
  public init(origin: CGPoint = .zero, size: CGSize = .zero) {}
  public init(x: Double, y: Double, width: Double, height: Double) {}
  public func intersects(_ other: CGRect) -> Bool { true }
}

public protocol NSObjectProtocol: AnyObject {}
public struct NSZone {}
public struct Data {}
public protocol NSCopying { func copy(with zone: NSZone?) -> Any }

open class NSObject: NSObjectProtocol, Hashable {
  public init() {}
  open func copy() -> Any { self }
  public static func == (left: NSObject, right: NSObject) -> Bool { left === right }
  public func hash(into hasher: inout Hasher) {}
}

public struct IndexPath: Hashable, Comparable, Sendable {
  public init(indexes: [Int]) {}
  public subscript(index: Int) -> Int { 0 }
  public static func < (left: IndexPath, right: IndexPath) -> Bool { false }
}

public struct IndexSet: BidirectionalCollection, ExpressibleByArrayLiteral, Sendable, Equatable {
  public init() {}
  public init(arrayLiteral elements: Int...) {}
  public init(_ elements: some Sequence<Int>) {}
  public init(integersIn range: Range<Int>) {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public func index(after index: Int) -> Int { index }
  public func index(before index: Int) -> Int { index }
  public subscript(index: Int) -> Int { 0 }
  public mutating func insert(_ element: Int) {}
  public var rangeView: [Range<Int>] { [] }
}

public struct Notification: Sendable {
  public struct Name: Hashable, Sendable {
    public init(_ name: String) {}
    public init(rawValue: String) {}
  }
}
public typealias NSNotification = Notification

public final class NotificationCenter: Sendable {
  public static let `default` = NotificationCenter()
  public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: Int?, using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { NSObject() }
  public func removeObserver(_ observer: Any) {}
  public func post(name: Notification.Name, object: Any?) {}
}

public final class Timer: Sendable {
  public init(timeInterval: Double, repeats: Bool, block: @escaping @Sendable (Timer) -> Void) {}
  public func invalidate() {}
}

public final class RunLoop: Sendable {
  public enum Mode { case common }
  public static let main = RunLoop()
  public func add(_ timer: Timer, forMode mode: Mode) {}
}

public final class DispatchQueue: Sendable {
  public static let main = DispatchQueue()
  public static func getSpecific<T>(key: DispatchSpecificKey<T>) -> T? { nil }
  public func setSpecific<T>(key: DispatchSpecificKey<T>, value: T?) {}
  public func async(execute work: @escaping @Sendable () -> Void) {}
}

public final class DispatchSpecificKey<T>: Sendable {
  public init() {}
}

public struct DispatchTime {
  public static func now() -> DispatchTime { DispatchTime() }
  public var uptimeNanoseconds: UInt64 { 0 }
}

public func CACurrentMediaTime() -> Double { 0 }
