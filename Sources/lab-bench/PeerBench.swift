/// Eviction policies over a stream of requests beside libCacheSim, a simulator of other authors, in the same run: both
/// read the same file and count the same misses.
enum PeerBench {
  private static let requestCount = 3_000_000
  private static let budget = 20_000_000
  private static let keyBits: UInt64 = 18
  private static let policies = [("lru", "LRU"), ("sieve", "Sieve")]

  static func measure() throws -> [Figure] {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/stream.oracleGeneral"
    try write(to: path)
    let words = ["-c", script, path, "\(budget)"] + policies.map(\.1)
    guard let said = try? ChildProcess.output(of: "python3", words) else {
      print("     libCacheSim is not here to compare with: pip install libcachesim")
      return []
    }
    return try zip(policies.map(\.0), said.split(separator: "\n")).map { id, line in
      let theirs = line.split(separator: " ").compactMap { Double($0) }
      let (time, misses) = try replay(id, path)
      guard theirs.count == 2, misses == Int64((theirs[1] * Double(requestCount)).rounded()) else {
        throw BenchError("\(id) misses \(misses) times, and libCacheSim says \(line)")
      }
      return Figure(
        name: "CPU of \(id) over \(NumberText.grouped(Int64(requestCount))) requests, over that of libCacheSim",
        value: time / theirs[0], unit: "x ", limit: 0...1, isTime: true)
    }
  }

  private static let script = """
    import sys, time, libcachesim as peer
    path, budget, *policies = sys.argv[1:]
    for policy in policies:
        reader = peer.TraceReader(trace=path, trace_type=peer.TraceType.ORACLE_GENERAL_TRACE)
        cache = getattr(peer, policy)(int(budget))
        began = time.process_time()
        ratio = cache.process_trace(reader)[0]
        print(time.process_time() - began, ratio)
    """

  private static func write(to path: String) throws {
    var file = try ResultFile(path: path)
    var random = SplitMix64(seed: 1)
    for number in 0..<requestCount {
      let power = random.next() % keyBits
      let key = 1 << power + random.next() % (1 << power)
      var record = ByteWriter()
      record.little32(UInt32(number))
      record.little64(key)
      record.little32(UInt32(1000 + key % 7))
      record.little64(.max)
      try file.write(record.bytes)
    }
    _ = try file.commit(exclusively: false)
  }

  private static func replay(_ id: String, _ path: String) throws -> (time: Double, misses: Int64) {
    var misses: Int64 = 0
    let time = try Clocks.cpu {
      let stream = try RequestStream(path: path)
      guard let policy = try StrategySpec("\(id):budget=\(budget)B").makeEvictionPolicy() else {
        preconditionFailure("peers are eviction policies")
      }
      var cache = RequestCache(policy, keyCount: stream.keyCount)
      try stream.forEachBatch { cache.take($0) }
      misses = cache.tally.misses
    }
    return (Double(time) / 1e9, misses)
  }
}
