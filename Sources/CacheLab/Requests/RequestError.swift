/// Why a file of requests is refused: which file, where, what stands there, and what to do.
public struct RequestError: Error, Hashable, Sendable {
  public enum Problem: Hashable, Sendable {
    case cannotRead(String)
    case empty
    case unknownFormat
    case notTwoFields
    case emptyKey
    case badSize
    case lineTooLong(limit: Int)
    case tooManyKeys(limit: Int)
    case tooManyRequests(limit: Int)
    case brokenRecord
    case changed
  }

  public let file: String
  /// The line of a text file or the record of a binary one, from 1; nil when the file as a whole is meant.
  public let place: Int?
  /// What stands there, shortened.
  public let value: String
  public let problem: Problem

  public init(file: String, place: Int?, value: String, problem: Problem) {
    self.file = file
    self.place = place
    let plain = String(
      String.UnicodeScalarView(
        value.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    self.value = plain.count > 80 ? "\(plain.prefix(77))..." : plain
    self.problem = problem
  }
}

extension RequestError: CustomStringConvertible {
  public var description: String { (place.map { "\(file):\($0): " } ?? "\(file): ") + text }

  private var text: String {
    switch problem {
    case .cannotRead(let reason): "cannot be read (\(reason)): check the path"
    case .empty: "holds no request: give a file of key,size lines or of oracleGeneral records"
    case .unknownFormat:
      "its name does not say what it holds: end it in .csv or .oracleGeneral, or give --input csv or oracle-general"
    case .notTwoFields: "'\(value)' is not key,size: keep two fields, such as with cut -d, -f1,2"
    case .emptyKey: "'\(value)' has no key: write key,size"
    case .badSize: "'\(value)' is not a size: it takes 1 to \(UInt32.max) bytes; where there are no sizes, write 1"
    case .lineTooLong(let limit): "a line of more than \(limit) bytes: is this a file of key,size lines?"
    case .tooManyKeys(let limit): "more than \(limit) different keys: take a sample of the keys, or a shorter stream"
    case .tooManyRequests(let limit):
      "more than \(limit) requests, which belady has to number: take a shorter stream, or leave belady out"
    case .brokenRecord: "\(value) bytes, not a multiple of 24: oracleGeneral has records of 24 bytes; is it compressed?"
    case .changed: "changed while it was read: run again when nothing writes to it"
    }
  }
}
