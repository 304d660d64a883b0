/// The parser's completion script, in which a command line without a command is one of `run`, as it is for the program.
///
/// The parser proposes no options of a default command.
enum CompletionScript {
  /// True where a command line asks for a script.
  static func isAsked(by words: [String]) -> Bool {
    words.contains { $0 == "--generate-completion-script" || $0.hasPrefix("--generate-completion-script=") }
  }

  /// - Parameters:
  ///   - text: As the parser writes it, for bash, zsh or fish.
  ///   - program: The name that it completes.
  ///   - command: The default command.
  static func text(_ text: String, of program: String, defaultingTo command: String) -> String {
    if text.hasPrefix("#!/bin/bash") { return inserting(bash(command), into: text, program) }
    if text.hasPrefix("#compdef") { return inserting(zsh(command), into: text, program) }
    return text + "\n" + fish(program, command)
  }

  /// Puts lines at the begin of the function that the shell calls.
  private static func inserting(_ lines: String, into text: String, _ program: String) -> String {
    let head = "\n_\(program)() {\n"
    return text.replacing(head, with: head + lines, maxReplacements: 1)
  }

  private static func bash(_ command: String) -> String {
    """
        # Without a command, options are those of '\(command)'.
        if [[ "${COMP_WORDS[1]}" = -* ]]; then
            COMP_WORDS=("${COMP_WORDS[0]}" \(command) "${COMP_WORDS[@]:1}")
            COMP_CWORD="$((COMP_CWORD + 1))"
            COMP_LINE="${COMP_LINE/ / \(command) }"
            COMP_POINT="$((COMP_POINT + \(command.utf8.count + 1)))"
        fi


    """
  }

  private static func zsh(_ command: String) -> String {
    """
        # Without a command, options are those of '\(command)'.
        if [[ "${words[2]}" = -* ]]; then
            words=("${words[1]}" \(command) "${(@)words[2,-1]}")
            (( CURRENT += 1 ))
        fi


    """
  }

  private static func fish(_ program: String, _ command: String) -> String {
    """
    # Without a command, options are those of '\(command)'.
    functions -q __\(program)_written_tokens; or functions -c __\(program)_tokens __\(program)_written_tokens
    function __\(program)_tokens
        set -l tokens (__\(program)_written_tokens $argv)
        if string match -q -- '-p*' "$argv"
            set -l first $tokens[2] (commandline -t)
            string match -q -- '-*' $first[1]; and set tokens $tokens[1] \(command) $tokens[2..]
        end
        test (count $tokens) -gt 0; and printf %s\\n $tokens
    end

    """
  }
}
