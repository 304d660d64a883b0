extension String {
  /// The text on one line, safe for a terminal: characters that move a cursor, change colours, begin a line, or turn or
  /// hide letters are written as escapes, `\u001b`. For names and values from a file or a path.
  ///
  /// Within a string of JSON the escape still means the letter itself.
  public var visible: String { escaped { $0.isUnseen } }

  /// The text in several lines, safe for a terminal: newlines and tabs remain.
  public var visibleLines: String { escaped { $0.isUnseen && $0 != "\n" && $0 != "\t" } }

  /// - Complexity: O(bytes); a text without such letters, as nearly all are, is not copied.
  package func escaped(_ isMeant: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isMeant) else { return self }
    return replacingScalars { isMeant($0) ? $0.escape : nil }
  }

  /// Returns the text with each scalar replaced by the result of a closure; nil keeps the scalar.
  package func replacingScalars(_ text: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { if let new = text($1) { $0 += new } else { $0.unicodeScalars.append($1) } }
  }

  /// Returns the text with each such scalar replaced, whatever follows it: a quote with an accent is another
  /// `Character`, and still a quote to a shell.
  package func replacing(each scalar: Unicode.Scalar, with text: String) -> String {
    replacingScalars { $0 == scalar ? text : nil }
  }

  /// The lines of the text, ended by LF or CRLF, the last one perhaps by neither; a byte order mark before the first is
  /// left out.
  ///
  /// LF alone would not do: Swift takes CR and LF together for one character.
  public var textLines: [Substring] {
    let text = unicodeScalars.first == "\u{FEFF}" ? self[unicodeScalars.index(after: startIndex)...] : self[...]
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// Returns the text broken between words into lines of at most `width` letters, all indented as the text is; a longer
  /// word is alone.
  public func wrapped(width: Int) -> [String] {
    guard count > width else { return [self] }
    let indentation = String(prefix { $0 == " " })
    var lines = [indentation]
    var isFresh = true
    for word in split(separator: " ") {
      if !isFresh && lines[lines.count - 1].count + 1 + word.count > width {
        lines.append(indentation + word)
      } else {
        lines[lines.count - 1] += isFresh ? String(word) : " \(word)"
      }
      isFresh = false
    }
    return lines
  }
}

extension Unicode.Scalar {
  /// True if it is a control character, a line or paragraph separator, an override of the direction of writing, or not
  /// a character. Joiners of one script or of the parts of an emoji are not.
  package var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }

  /// The scalar as JSON escapes it, `\u001b`.
  var escape: String { "\\u" + NumberText.hexadecimal(UInt64(value), digits: 4) }
}
