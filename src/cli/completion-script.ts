import type { Command } from 'commander';
import { CommandError } from './exit-codes.ts';

/** The script by which a shell completes the commands and options of a program, and folders and files elsewhere. Fails for another shell. */
export function completionScript(shell: string, program: Command): string {
  if (shell !== 'bash' && shell !== 'zsh') throw new CommandError('bash or zsh is expected.');
  const optionsOf = (command: Command): string =>
    [...command.options, ...(command === program ? [] : program.options)].map(({ long }) => long ?? '').join(' ');
  const cases = program.commands.map((command) => `    ${command.name()}) words='${optionsOf(command)} --help' ;;`);
  const commands = program.commands.map((command) => command.name()).join(' ');
  const script = `_catalograph() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in ${program.commands.map((command) => command.name()).join('|')}) command="$word"; break ;; esac
  done
  case "$command" in
${cases.join('\n')}
    *) words='${commands} ${optionsOf(program)} --help' ;;
  esac
  if [[ -n "$command" && "$current" != -* ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o filenames -F _catalograph catalograph
`;
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}
