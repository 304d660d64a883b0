/// The reason why a file of requests is refused.
public typealias RequestError = InputError<RequestProblem>

/// The problem of a file of requests.
public enum RequestProblem: InputProblem {
  case cannotRead(String)
  case empty
  case notTwoFields
  case badSize
  case lineTooLong(limit: Int)
  case tooManyKeys(limit: Int)
  case tooManyRequests(limit: Int)
  case brokenRecord
  case changed

  public func text(_ value: String) -> String {
    switch self {
    case .cannotRead(let reason): "cannot be read (\(reason)): check the path"
    case .empty: "holds no request: give a file of key,size lines or of oracleGeneral records"
    case .notTwoFields: "'\(value)' is not key,size: keep two fields, such as with cut -d, -f1,2"
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
