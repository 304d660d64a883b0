import CacheLab
public import StrategyKit

extension RequestStream {
  /// All requests beforehand, for a policy that can know them. Another pass over the file; 4 bytes a request and a key.
  ///
  /// - Throws: `RequestError` when there are more requests than can be numbered, or the file has changed.
  public func future() throws -> RequestFuture {
    guard requestCount <= RequestFuture.requestsMax else {
      throw RequestError(
        file: path, place: nil, value: "", problem: .tooManyRequests(limit: RequestFuture.requestsMax))
    }
    var keys = ContiguousArray<Int32>()
    keys.reserveCapacity(Int(requestCount))
    try forEachBatch { keys.append(contentsOf: $0.keys) }
    return RequestFuture(keys: keys, keyCount: keyCount)
  }
}
