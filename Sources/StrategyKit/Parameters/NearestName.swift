/// Returns the candidate that `text` may stand for: one that begins with it, one that is a typing error away, one with
/// a word that begins with it, or one that contains it; the first of equals. Returns nil if none is near.
///
/// Without a limit every error would suggest some name, `host` for `iphone`.
public func nearest(to text: String, among candidates: [String]) -> String? {
  let wanted = small(text)
  if wanted.isEmpty { return nil }
  var best: (rank: Int, name: String)?
  for name in candidates {
    guard let rank = rank(of: small(name), for: wanted) else { continue }
    if best.map({ rank < $0.rank }) ?? true { best = (rank, name) }
  }
  return best?.name
}

/// Returns the cure for a name that is none of `candidates`: the nearest one, or all of them if none is near.
///
/// - Parameter mark: The character around the nearest candidate.
public func hint(for text: String, among candidates: [String], quotedBy mark: Character = "'") -> String {
  if let near = nearest(to: text, among: candidates) { return "did you mean \(mark)\(near)\(mark)?" }
  guard let last = candidates.last else { return "there is none" }
  let others = candidates.dropLast().joined(separator: ", ")
  return others.isEmpty ? "it can only be \(last)" : "choose one of \(others) and \(last)"
}

/// Lowercases ASCII letters; names have no others.
private func small(_ text: String) -> String {
  String(decoding: text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
}

private func rank(of name: String, for wanted: String) -> Int? {
  if name == wanted { return 0 }
  if name.hasPrefix(wanted) { return 1 }
  let errors = typingErrors(wanted, name)
  // One error in three letters, two in short names: `kept` for `keep`.
  let length = wanted.utf8.count
  if errors <= (length < 4 ? 1 : max(2, length / 3)) { return 1 + errors }
  let far = 1 + wanted.utf8.count
  if name.split(separator: "-").contains(where: { $0.hasPrefix(wanted) }) { return far }
  // Fewer letters stand in many names by chance.
  return wanted.utf8.count >= 3 && contains(name, wanted) ? far + 1 : nil
}

/// Returns whether a text contains another. The standard library has this only from iOS 16 on.
private func contains(_ text: String, _ part: String) -> Bool {
  text.indices.contains { text[$0...].hasPrefix(part) }
}

/// Returns the number of letters to insert, delete, replace or swap with the next one to turn one text into the other.
private func typingErrors(_ left: String, _ right: String) -> Int {
  let (source, target) = (Array(left.utf8), Array(right.utf8))
  var (before, row) = ([Int](), Array(0...target.count))
  for (i, letter) in source.enumerated() {
    var next = [i + 1]
    for (j, other) in target.enumerated() {
      var count = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
      if i > 0 && j > 0 && letter == target[j - 1] && source[i - 1] == other { count = min(count, before[j - 1] + 1) }
      next.append(count)
    }
    (before, row) = (row, next)
  }
  return row[target.count]
}
