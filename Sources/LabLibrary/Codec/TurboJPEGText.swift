import CTurboJPEG

/// TurboJPEG's messages as text.
enum TurboJPEGText {
  /// What the last call on `handle` said; nil asks for the message of a call that made no handle.
  static func last(_ handle: tjhandle?) -> String {
    guard let text = unsafe tjGetErrorStr2(handle) else { return "no message" }
    return unsafe String(cString: text)
  }
}
