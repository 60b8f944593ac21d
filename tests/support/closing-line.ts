import type { Reporter, TestModule } from 'vitest/node'

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The result of a run in plain text, for programs that read the output of CI. */
export function closingLine(name: string, { passed, failed, skipped }: Counts): string {
  return `${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Prints it after a run of vitest. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = (state: 'passed' | 'failed' | 'skipped') =>
      modules.reduce((sum, { children }) => sum + [...children.allTests(state)].length, 0)
    const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
    process.stdout.write(`${closingLine('tests', counts)}\n`)
  }
}
