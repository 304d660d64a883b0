/// Why a synthetic trace cannot be made: which file, which line, what stands there, and what to do.
public struct SynthError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; texts are forms of lines or ranges.
  public enum Problem: Hashable, Sendable {
    case unknownWord(String)
    case missingNumber(String)
    case notANumber(String)
    case outOfRange(String, String)
    case tooManyWords(String)
    case tooManyLines
    case noGesture
    case noCellFits
    case tooLong
    case outOfGrid(count: Int)
    case otherLine(String)
    case otherSum(String)
    case doesNotAscend(String)
    case noEnds(String)
  }

  /// The script's path, or what stands for it.
  public let file: String
  /// Counted from 1; nil when the whole is meant.
  public let line: Int?
  /// What stands there.
  public let value: String
  /// What is wrong.
  public let problem: Problem

  public var description: String {
    "\(file):\(line.map { "\($0):" } ?? "") " + text
  }

  private var text: String {
    // A line may be as long as the file.
    let value = value.count > 80 ? "\(value.prefix(80))..." : value
    return switch problem {
    case .unknownWord(let forms): "'\(value)' is no gesture: use one of \(forms)"
    case .missingNumber(let form): "'\(value)' lacks a number: write \(form)"
    case .notANumber(let form): "'\(value)' is not a number: write \(form)"
    case .outOfRange(let form, let range): "\(value) is out of range: \(form) takes \(range)"
    case .tooManyWords(let form): "'\(value)' says too much: write \(form)"
    case .tooManyLines: "more than \(GestureScript.linesMax) lines: cut the script"
    case .noGesture: "no gesture: write a line such as 'flick 2000'"
    case .noCellFits: "no cell fits \(value): use a wider screen or fewer columns"
    case .outOfGrid(let count): "'\(value)' names more than the \(count) photos that are there: name fewer"
    case .otherLine(let form): "'\(value)' is not understood: write \(form)"
    case .otherSum(let form): "the percentages come to \(value), not to 100: correct the lines '\(form)'"
    case .doesNotAscend(let form):
      "'\(value)' is not above the line before: write the lines '\(form)' in ascending order"
    case .noEnds(let form): "the lines '\(form)' need one with 0 percent first and one with 100 last"
    case .tooLong: "the trace would be longer than \(value): cut the script"
    }
  }
}
