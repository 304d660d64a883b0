/// What whoever reaches the port may take of this machine: the token is asked for within these bounds.
struct ExchangeLimits: Sendable {
  /// Bytes of a request line with its header fields.
  var headBytesMax = 8192
  /// Connections at once; a newer one takes the place of the oldest that has not shown the token.
  var guestsMax = 64
  /// Traces on their way at once, each up to the desk's own limit, in files.
  var tracesMax = 4
  /// Nanoseconds for a head, for the end of an exchange after its answer, and for each megabyte of a trace.
  var patience: Int64 = 10_000_000_000
  /// Nanoseconds in each of which a trace must grow by `windowBytesMin`, or be whole: a sender that stalls makes room.
  var window: Int64 = 5_000_000_000
  var windowBytesMin = 50_000
}
