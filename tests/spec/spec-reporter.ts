import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { presentRow, ROWS, uncoveredRows } from '#tests/spec/rows-shown.ts'

/** Fails a run where a row of the specification's table names a test that did not pass in it. */
export class SpecReporter implements Reporter {
  private isFiltered = false

  onInit({ config }: Vitest): void {
    this.isFiltered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.isFiltered) return
    const passed = new Map<string, Set<string>>()
    for (const module of modules) {
      const file = relative('tests', module.moduleId)
      const names = passed.get(file) ?? new Set()
      for (const test of module.children.allTests('passed')) names.add(test.name)
      passed.set(file, names)
    }
    const missing = uncoveredRows(ROWS, passed)
    for (const row of missing) process.stderr.write(`${presentRow(row)}\n`)
    if (missing.length > 0) process.exitCode = 1
  }
}
