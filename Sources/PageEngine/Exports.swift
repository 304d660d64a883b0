// The functions that JavaScript calls. Texts and bytes are passed in memory from `lab_take`; the answer is at
// `lab_answer` until the next call. Each call returns 0 and JSON, or 1 and `{"error": TEXT}`.
#if hasFeature(Embedded)
  import CacheLab

  // A page has one thread for its engine.
  nonisolated(unsafe) private var engine = PageEngine()
  nonisolated(unsafe) private var answer: UnsafeMutableBufferPointer<UInt8> = .init(start: nil, count: 0)

  @_expose(wasm, "lab_take") @_cdecl("lab_take")
  public func labTake(_ byteCount: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: max(1, byteCount), alignment: 16)
  }

  @_expose(wasm, "lab_give") @_cdecl("lab_give")
  public func labGive(_ memory: UnsafeMutableRawPointer) { unsafe memory.deallocate() }

  @_expose(wasm, "lab_answer") @_cdecl("lab_answer")
  public func labAnswer() -> UnsafeMutablePointer<UInt8>? { unsafe answer.baseAddress }

  @_expose(wasm, "lab_answer_size") @_cdecl("lab_answer_size")
  public func labAnswerSize() -> Int { answer.count }

  /// Loads the photos.
  @_expose(wasm, "lab_library") @_cdecl("lab_library")
  public func labLibrary(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) -> Int32 {
    respond { () throws(PageError) in
      unsafe try engine.loadLibrary(bytes(memory, byteCount))
      return .object([:])
    }
  }

  /// Loads a trace from its text and its name.
  @_expose(wasm, "lab_trace") @_cdecl("lab_trace")
  public func labTrace(
    _ memory: UnsafeMutableRawPointer, _ byteCount: Int, _ name: UnsafeMutableRawPointer, _ nameCount: Int
  ) -> Int32 {
    respond { () throws(PageError) in
      let name = unsafe String(decoding: bytes(name, nameCount), as: UTF8.self)
      return unsafe try engine.loadTrace(bytes(memory, byteCount), name: name)
    }
  }

  /// Answers a request of words separated by zero bytes: see `PageEngine.answer(_:)`.
  @_expose(wasm, "lab_ask") @_cdecl("lab_ask")
  public func labAsk(_ memory: UnsafeMutableRawPointer, _ byteCount: Int) -> Int32 {
    respond { () throws(PageError) in
      let words = unsafe bytes(memory, byteCount).split(separator: 0, omittingEmptySubsequences: false)
      return try engine.answer(words.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private func bytes(_ memory: UnsafeMutableRawPointer, _ count: Int) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: memory, count: count))
  }

  private func respond(_ body: () throws(PageError) -> JSON) -> Int32 {
    let (status, json): (Int32, JSON)
    do throws(PageError) {
      (status, json) = (0, try body())
    } catch {
      (status, json) = (1, .object(["error": .string(error.description)]))
    }
    let text = Array(json.compactText.utf8)
    unsafe answer.deallocate()
    unsafe answer = .allocate(capacity: text.count)
    _ = unsafe answer.initialize(from: text)
    return status
  }
#endif
