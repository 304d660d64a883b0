import ArgumentParser
import LabSystem

/// Whether instructions are counted, and how.
enum InstructionChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// By the processor where it lends its counter, else by callgrind, else not.
  case auto
  case counter, callgrind, none

  init(_ way: InstructionWay) {
    switch way {
    case .counter: self = .counter
    case .callgrind: self = .callgrind
    }
  }

  /// The ways that may be taken, the better one first.
  var ways: [InstructionWay] {
    switch self {
    case .auto: InstructionWay.allCases
    case .counter: [.counter]
    case .callgrind: [.callgrind]
    case .none: []
    }
  }
}
