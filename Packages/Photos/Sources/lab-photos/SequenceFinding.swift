/// Why a sequence went wrong.
struct SequenceFinding: Error, CustomStringConvertible {
  let description: String
}
