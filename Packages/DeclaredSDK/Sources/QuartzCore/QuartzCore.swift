import Foundation
public import Synchronization

// https://developer.apple.com/documentation/quartzcore/cacurrentmediatime()
public func CACurrentMediaTime() -> CFTimeInterval { Rehearsal.time.withLock { $0 } }

// https://developer.apple.com/documentation/corefoundation/cftimeinterval
public typealias CFTimeInterval = Double

/// What tests set: no part of the SDK.
public enum Rehearsal {
  /// Seconds.
  public static let time = Mutex<Double>(0)
}
