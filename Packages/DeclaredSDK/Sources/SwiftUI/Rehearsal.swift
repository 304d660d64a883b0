// The work behind the views here, and the calls of tests: no part of the SDK.

public struct TupleView<each Content: View>: View {
  let content: (repeat each Content)
  init(_ content: repeat each Content) { self.content = (repeat each content) }
}

public enum EitherView<First: View, Second: View>: View {
  case first(First)
  case second(Second)
}

/// `_ViewModifier_Content` in the SDK.
public struct ModifiedImitation<Modifier: ViewModifier>: View {
  let mount: (Stage) -> Void
}

public struct ModifiedContent<Content: View, Modifier: ViewModifier>: View {
  let content: Content
  let modifier: Modifier
}

struct RehearsedModifier<Content: View>: View {
  let content: Content
  /// Called when the view appears.
  let act: (Stage) -> Void
  /// Called when its body has been computed again.
  var again: (Stage) -> Void = { _ in }
}

/// A view on screen, with the actions of its modifiers.
@MainActor
public final class Stage {
  var geometry: [(ScrollGeometry) -> Void] = []
  var phase: [(ScrollPhase) -> Void] = []
  var appear: [() -> Void] = []
  var disappear: [() -> Void] = []
  /// The values of `onChange`, in the order of the views.
  var values: [Any] = []
  var nextValue = 0
  /// The actions of `onChange` to call after all bodies are computed.
  var changed: [() -> Void] = []
  private(set) var isAgain = false
  private var render: (Stage) -> Void = { _ in }

  /// Puts a view on screen.
  public init(_ view: some View) {
    mount(view)
    for action in appear { action() }
    render = { $0.mount(view) }
  }

  /// Computes all bodies again until no value changes.
  public func update() {
    isAgain = true
    repeat {
      (nextValue, changed) = (0, [])
      render(self)
      for action in changed { action() }
    } while !changed.isEmpty
    isAgain = false
  }

  public func scroll(_ geometry: ScrollGeometry) { for action in self.geometry { action(geometry) } }
  public func enter(_ phase: ScrollPhase) { for action in self.phase { action(phase) } }
  public func leave() { for action in disappear { action() } }

  func mount<V: View>(_ view: V) {
    if let view = view as? any Mounted { view.mount(on: self) } else if V.Body.self != Never.self { mount(view.body) }
  }
}

@MainActor
private protocol Mounted {
  func mount(on stage: Stage)
}

extension TupleView: Mounted {
  func mount(on stage: Stage) { repeat stage.mount(each content) }
}

extension EitherView: Mounted {
  func mount(on stage: Stage) {
    switch self {
    case .first(let view): stage.mount(view)
    case .second(let view): stage.mount(view)
    }
  }
}

extension Optional: Mounted where Wrapped: View {
  func mount(on stage: Stage) { if let view = self { stage.mount(view) } }
}

extension ModifiedImitation: Mounted {
  func mount(on stage: Stage) { mount(stage) }
}

extension ModifiedContent: Mounted {
  func mount(on stage: Stage) {
    let content = content
    stage.mount(modifier.body(content: ModifiedImitation { $0.mount(content) }))
  }
}

extension RehearsedModifier: Mounted {
  func mount(on stage: Stage) {
    stage.isAgain ? again(stage) : act(stage)
    stage.mount(content)
  }
}

extension ForEach: Mounted {
  func mount(on stage: Stage) { for view in views { stage.mount(view) } }
}
