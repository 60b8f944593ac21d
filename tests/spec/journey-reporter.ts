import { relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { presentRow, ROWS, uncoveredRows } from '#tests/spec/rows-shown.ts'
import { closingLine } from '#tests/support/closing-line.ts'

/** Fails a run where a row of the specification's table names a journey that did not pass in it. */
export default class JourneyReporter implements Reporter {
  private readonly passed = new Map<string, Set<string>>()
  private isFiltered = false
  private tests: readonly TestCase[] = []

  onBegin({ grep }: FullConfig, suite: Suite): void {
    this.tests = suite.allTests()
    this.isFiltered = [grep].flat().some(({ source }) => source !== '.*')
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    const file = relative('tests', test.location.file)
    const names = this.passed.get(file) ?? new Set()
    if (status === 'passed') names.add(test.title)
    this.passed.set(file, names)
  }

  async onEnd({ status }: FullResult): Promise<{ readonly status: FullResult['status'] }> {
    const missing = this.isFiltered ? [] : uncoveredRows(ROWS, this.passed)
    for (const row of missing) process.stderr.write(`${presentRow(row)}\n`)
    const count = (...outcomes: ReturnType<TestCase['outcome']>[]) =>
      this.tests.filter((test) => outcomes.includes(test.outcome())).length
    const counts = { passed: count('expected', 'flaky'), failed: count('unexpected'), skipped: count('skipped') }
    process.stdout.write(`${closingLine('journeys', counts)}\n`)
    return { status: status === 'passed' && missing.length > 0 ? 'failed' : status }
  }
}
