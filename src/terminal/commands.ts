import { completionScript } from '#terminal/commands/completion.ts'
import { count } from '#terminal/commands/count.ts'
import { download } from '#terminal/commands/download.ts'
import { login, logout } from '#terminal/commands/login.ts'
import { openPage } from '#terminal/commands/open.ts'
import { search } from '#terminal/commands/search.ts'
import { applyFile, exportProject, planFile } from '#terminal/commands/study.ts'
import type { Exit, Options, TerminalContext } from '#terminal/context.ts'

export interface TerminalCommand {
  readonly name: string
  /** Its arguments; those in brackets may be missing. */
  readonly words: readonly string[]
  /** Its own options, beside --json, --server and --help. */
  readonly options: readonly Exclude<keyof Options, 'json'>[]
  readonly help: string
  /** Runs without an access token. */
  readonly isOpen?: true
  readonly run: (context: TerminalContext, words: readonly string[]) => Promise<Exit>
}

export const OPTION_WORDS: Readonly<Record<keyof Options | 'server' | 'help', string>> = {
  json: '--json                 JSON for programs',
  in: '--in COHORT            count in this cohort; all individuals without it',
  by: '--by VARIABLE          count each of its values',
  project: '--project PROJECT      name or number; the current project without it',
  output: '-o, --output FILE      the file to write; - is the standard output',
  as: '--as csv|labels|bundle codes, labels, or a zip with Parquet and dictionaries',
  limit: '--limit NUMBER         so many at most',
  remove: '--remove               delete what the file does not declare',
  yes: '--yes                  do not ask',
  server: '--server ADDRESS       in place of the one of the login',
  help: '-h, --help             this text',
}

export const COMMANDS: readonly TerminalCommand[] = [
  {
    name: 'login',
    words: ['[ADDRESS]'],
    options: [],
    help: 'Keeps a server and an access token.',
    isOpen: true,
    run: login,
  },
  { name: 'logout', words: [], options: [], help: 'Forgets the access token.', isOpen: true, run: logout },
  { name: 'search', words: ['WORDS'], options: ['limit'], help: 'Searches the variables.', run: search },
  {
    name: 'count',
    words: ['EXPRESSION'],
    options: ['in', 'by', 'project'],
    help: 'Counts the individuals of an expression.',
    run: count,
  },
  {
    name: 'plan',
    words: ['FILE'],
    options: ['project', 'remove'],
    help: 'Shows what a study file would change.',
    run: planFile,
  },
  {
    name: 'apply',
    words: ['FILE'],
    options: ['project', 'remove', 'yes'],
    help: 'Changes a project as a study file says.',
    run: applyFile,
  },
  {
    name: 'export',
    words: ['[PROJECT]'],
    options: ['output'],
    help: 'Writes a project as a study file.',
    run: exportProject,
  },
  {
    name: 'download',
    words: ['COHORT', 'SET'],
    options: ['output', 'as'],
    help: 'Downloads the rows of a variable set.',
    run: download,
  },
  {
    name: 'open',
    words: ['[COHORT]'],
    options: [],
    help: 'Opens the page, or a cohort on it.',
    isOpen: true,
    run: openPage,
  },
  {
    name: 'completion',
    words: ['SHELL'],
    options: [],
    help: 'Prints the completion of bash, zsh or fish.',
    isOpen: true,
    run: async ({ output }, [shell = '']) => completionScript(output, shell, COMMANDS),
  },
]

export function usageOf({ name, words, options, help }: TerminalCommand): string {
  const lines = [...options, 'json', 'server', 'help'] as const
  return [
    `Usage: diver ${[name, ...words].join(' ')}`,
    help,
    '',
    ...lines.map((option) => `  ${OPTION_WORDS[option]}`),
  ].join('\n')
}

export function usage(): string {
  const heads = COMMANDS.map(({ name, words }) => [name, ...words].join(' '))
  const width = Math.max(...heads.map((head) => head.length))
  return [
    'Usage: diver COMMAND',
    '',
    ...COMMANDS.map(({ help }, place) => `  ${(heads[place] ?? '').padEnd(width)}  ${help}`),
    '',
    'The server and the token come from DIVER_SERVER and DIVER_TOKEN, or from the last login.',
    'diver COMMAND --help shows its options. Exit codes: 0 done, 1 failed, 2 misused, 3 not logged in.',
  ].join('\n')
}
