import type { Writable } from 'node:stream'
import type { TerminalCommand } from '#terminal/commands.ts'
import { EXIT, TerminalFailure, type Exit } from '#terminal/context.ts'

type Named = Pick<TerminalCommand, 'name' | 'help' | 'options'>

const SCRIPTS: Readonly<Record<string, (commands: readonly Named[]) => string>> = { bash, zsh, fish }

/** Prints the script that completes commands, options and files in a shell. */
export function completionScript(output: Writable, shell: string, commands: readonly Named[]): Exit {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
  if (script === undefined) {
    throw new TerminalFailure(`There is completion for ${Object.keys(SCRIPTS).join(', ')}.`, EXIT.misused)
  }
  output.write(script(commands))
  return EXIT.done
}

function optionsOf({ options }: Named): string[] {
  return [...options, 'json', 'server', 'help'].map((option) => `--${option}`)
}

function bash(commands: readonly Named[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${optionsOf(command).join(' ')}" ;;`)
  return `_diver() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${commands.map(({ name }) => name).join(' ')}"
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _diver diver
`
}

function zsh(commands: readonly Named[]): string {
  const names = commands.map(({ name, help }) => `    '${name}:${help.replaceAll("'", '’')}'`)
  const cases = commands.map(
    (command) => `    ${command.name}) _values option ${optionsOf(command).join(' ')}; _files ;;`,
  )
  return `#compdef diver
_diver() {
  local -a commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${cases.join('\n')}
  esac
}
compdef _diver diver
`
}

function fish(commands: readonly Named[]): string {
  const names = commands.map(
    ({ name, help }) => `complete -c diver -n __fish_use_subcommand -f -a ${name} -d '${help.replaceAll("'", '’')}'`,
  )
  const options = commands.flatMap((command) =>
    optionsOf(command).map(
      (option) => `complete -c diver -n '__fish_seen_subcommand_from ${command.name}' -l ${option.slice(2)}`,
    ),
  )
  return `${[...names, ...options].join('\n')}\n`
}
