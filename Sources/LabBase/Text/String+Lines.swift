extension String {
  /// Its lines as people write them, ended by LF or CRLF, the last one perhaps by neither; a byte order mark before the
  /// first is left out.
  ///
  /// LF alone would not do: Swift takes CR and LF together for one character.
  public var textLines: [Substring] {
    let text = unicodeScalars.first == "\u{FEFF}" ? self[unicodeScalars.index(after: startIndex)...] : self[...]
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }
}
