/// The number of letters to insert, delete or replace to make one text the other.
func editDistance(_ left: String, _ right: String) -> Int {
  let target = Array(right.utf8)
  var row = Array(0...target.count)
  for (i, letter) in left.utf8.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in target.enumerated() {
      let replaced = diagonal + (letter == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j + 1] + 1, row[j] + 1)
    }
  }
  return row[target.count]
}

/// The candidate nearest to `text`, the first of equals; nil without candidates.
public func nearest(to text: String, among candidates: [String]) -> String? {
  candidates.min { editDistance(text, $0) < editDistance(text, $1) }
}
