import ArgumentParser
import CacheLab

extension CloudModel {
  /// As an option's value.
  static func argument(_ text: String) throws -> CloudModel {
    do { return try CloudModel(text) } catch { throw ValidationError(error.description) }
  }
}
