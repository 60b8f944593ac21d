/** What the user can do about a problem: choose the ID column, or leave out or reduce rows. */
export type Remedy = 'id-column' | 'rows'

/** A problem of a file, with its line. */
export interface Problem {
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly text: string
  /** The caller words the remedy: a page and a terminal differ. */
  readonly remedy?: Remedy
}

/** A problem at a line of a file, or (line null) of the whole file. */
export function problemAt(file: string, line: number | null, text: string, column: number | null = null): Problem {
  return { file, line, column, text }
}

const AT_THE_COMMAND_LINE: Readonly<Record<Remedy, string>> = {
  'id-column': ': with --map id=COLUMN you say which one.',
  rows: 'With --skip-bad-rows the import goes on without these rows (--dry-run names each); --repeat first, last or wide settles several of a person.',
}

function wordsOf({ text, remedy }: Problem): string {
  return remedy === undefined ? text : `${text.replace(/\.$/, '')}${AT_THE_COMMAND_LINE[remedy]}`
}

/** `phenotype/mood.tsv:17: …`, which editors and terminals link. */
export function problemLine(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null && part !== '').join(':')
  return place === '' ? wordsOf(problem) : `${place}: ${wordsOf(problem)}`
}

export class ImportRefused extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'))
    this.name = 'ImportRefused'
    this.problems = problems
  }
}
