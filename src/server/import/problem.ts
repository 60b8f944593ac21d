/** One thing to tell about a file: what, and where in it. */
export interface Problem {
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly text: string
}

/** A problem at a line of a file, or (line null) of the file as a whole. */
export function problemAt(file: string, line: number | null, text: string, column: number | null = null): Problem {
  return { file, line, column, text }
}

/** `phenotype/mood.tsv:17: …`, the form that editors and terminals make into a link. */
export function problemLine(problem: Problem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null && part !== '').join(':')
  return place === '' ? problem.text : `${place}: ${problem.text}`
}

/** The import cannot go on; nothing of it may be kept. */
export class ImportRefused extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemLine).join('\n'))
    this.name = 'ImportRefused'
    this.problems = problems
  }
}
