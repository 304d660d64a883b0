/// A sample whose time is not over: events that follow it there still come before it.
struct PendingSample {
  var offset: Int64
  /// Where its numbers stand in the file, for messages.
  var line: Int
  var timeText: Range<Int>
  var offsetText: Range<Int>
}
