package import LabBase

extension WhyReport {
  /// The story of each visit in words: its title, and a line a question.
  package var stories: JSON {
    .array(
      zip(storied, storiedRescues).map { visit, rescues in
        let words = VisitWords(visit: visit, rescues: rescues, columns: columns)
        return .object([
          "item": .integer(Int128(visit.item)), "title": .string(words.title),
          "lines": .array(words.lines.map { .array([.string($0.label), .string($0.text)]) }),
        ])
      })
  }
}
