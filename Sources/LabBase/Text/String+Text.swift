extension String {
  /// The text on one line, fit for a terminal: what would move a cursor, change colours, begin a line, or turn or hide
  /// letters stands as an escape, `\u001b`. For names and values that come from a file or a path.
  ///
  /// Within a string of JSON the escape still means the letter itself.
  public var visible: String { escaped { $0.isUnseen } }

  /// The same for a text of several lines: newlines and tabs stay.
  public var visibleLines: String { escaped { $0.isUnseen && $0 != "\n" && $0 != "\t" } }

  /// - Complexity: O(bytes); a text without such letters, as nearly all are, is not copied.
  package func escaped(_ isMeant: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isMeant) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if isMeant(scalar) {
        result += "\\u" + NumberText.hexadecimal(UInt64(scalar.value), digits: 4)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Control characters, line and paragraph separators, what overrides the direction of writing, and what is no character.
  /// What joins letters of one script or parts of one emoji is none of it.
  package var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}

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

extension String {
  /// Each such scalar replaced by a text, whatever follows it: a quote with an accent is another `Character`, and still a
  /// quote to a shell.
  package func replacing(each scalar: Unicode.Scalar, with text: String) -> String {
    unicodeScalars.reduce(into: "") { if $1 == scalar { $0 += text } else { $0.unicodeScalars.append($1) } }
  }
}

extension String {
  /// Broken into lines of at most `width` letters, between words, all indented as the text is; a longer word stands
  /// alone.
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
