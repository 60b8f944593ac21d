import { countOf, formatCount } from '#domain/numbers.ts'

/** The user's remedy for a problem. The caller words it: a page and a terminal differ. */
export type Remedy = 'id-column' | 'both-ids' | 'rows' | 'similar-ids' | 'keep-na' | 'update' | 'study' | 'new-options'

/** A problem of a file, with its line. */
export interface Problem {
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly text: string
  readonly remedy?: Remedy
  /** Missing codes that settle the problem, as the option takes them: `age=999`. */
  readonly missing?: string
  /** Columns that may hold the ids, the likeliest first. */
  readonly idCandidates?: readonly IdCandidate[]
}

/** A column that may hold the ids: it is filled in each row. */
export interface IdCandidate {
  readonly column: string
  /** How many different values it has. */
  readonly ids: number
  /** How many of them are individuals of the database. */
  readonly known: number
}

/** A problem at a line of a file, or (line null) of the whole file. */
export function problemAt(file: string, line: number | null, text: string, column: number | null = null): Problem {
  return { file, line, column, text }
}

const AT_THE_COMMAND_LINE: Readonly<Record<Remedy, string>> = {
  'id-column': ': with --id COLUMN you say which one.',
  'similar-ids':
    'With --similar-ids join each pair is one person, by the first spelling; with --similar-ids apart they are different people.',
  'both-ids': ': --id family+individual makes ids of both.',
  'keep-na': '; with --keep-na it is an answer.',
  update: '; with --update it is corrected.',
  study: ': --study NAME says it.',
  'new-options': '; with --new-options this counts, now and for later imports.',
  rows: 'With --skip-bad-rows the import goes on without these rows (--dry-run names each); --repeat first, last or wide settles several of a person.',
}

function wordsOf({ text, remedy, missing, idCandidates = [] }: Problem): string {
  if (missing !== undefined) return `${text.replace(/\.$/, '')}; --missing=${missing} reads it as missing.`
  if (remedy === undefined) return text
  const advice = `${text.replace(/\.$/, '')}${AT_THE_COMMAND_LINE[remedy]}`
  return idCandidates.length === 0 ? advice : `${advice} Perhaps ${idCandidates.map(candidateWords).join(', ')}.`
}

/** "code (40 ids, 12 of them known)". */
function candidateWords({ column, ids, known }: IdCandidate): string {
  return `${column.replaceAll(/\s+/g, ' ')} (${countOf(ids, 'id')}${known === 0 ? '' : `, ${formatCount(known)} of them known`})`
}

/** `phenotype/mood.tsv:17: …`, which editors and terminals link. */
export function problemLine(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null && part !== '').join(':')
  return place === '' ? wordsOf(problem) : `${place}: ${wordsOf(problem)}`
}

/** The problem with the missing codes of a column that settle it; names and codes with a separator cannot be written. */
export function withMissing(problem: Problem, column: string, codes: readonly string[]): Problem {
  const isWritable = [column, ...codes].every((text) => !/[,=]/.test(text))
  return isWritable ? { ...problem, missing: codes.map((code) => `${column}=${code}`).join(',') } : problem
}

export class ImportRefused extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'))
    this.name = 'ImportRefused'
    this.problems = problems
  }
}

/** The trimmed text of a cell; null for a blank, or BIDS' "n/a". */
export function answerOf(cell: string): string | null {
  const text = cell.trim()
  return text === '' || text === 'n/a' ? null : text
}

/** Whether there is something: narrows `(Thing | null)[]` to `Thing[]`. */
export function isPresent<Thing>(thing: Thing | null): thing is Thing {
  return thing !== null
}

/** Collects the problems of several files, to report them together. */
export class ProblemCollector {
  readonly #problems: Problem[]

  constructor(problems: readonly Problem[] = []) {
    this.#problems = [...problems]
  }

  /** The result, or null where the work was refused; its problems are collected. */
  attempt<Result>(work: () => Result): Result | null {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      this.#problems.push(...error.problems)
      return null
    }
  }

  async attemptAsync<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ImportRefused)) throw error
      this.#problems.push(...error.problems)
      return null
    }
  }

  get problems(): readonly Problem[] {
    return this.#problems
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new ImportRefused(this.#problems)
  }
}
