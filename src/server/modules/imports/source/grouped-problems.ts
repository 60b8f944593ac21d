import { countOf } from '#domain/numbers.ts'
import { problemAt, type Problem } from '#server/modules/imports/source/problem.ts'

/** So many refused rows of one file stand by themselves; more are one line with examples. */
const ROWS_APART = 10
const EXAMPLES = 3

/** Refused rows for a reader: one line for each file that has many of them, with their number and three examples. */
export function groupedByFile(problems: readonly Problem[]): Problem[] {
  const byFile = new Map<string, Problem[]>()
  for (const problem of problems) {
    const sameFile = byFile.get(problem.file)
    if (sameFile) sameFile.push(problem)
    else byFile.set(problem.file, [problem])
  }
  return [...byFile].flatMap(([file, found]) => {
    if (found.length <= ROWS_APART) return found
    const examples = found.slice(0, EXAMPLES).map(({ line, text }) => `line ${line ?? '?'}: ${text}`)
    return [problemAt(file, null, `${countOf(found.length, 'row')} cannot be taken, such as ${examples.join(' ')}`)]
  })
}
