import type { KindCases } from '#tests/prove/bulk/check-bulk.ts'
import type { WorldResult } from '#tests/prove/bulk/run-bulk-part.ts'

/** Sums over the worlds of a run. */
export interface Totals {
  worlds: number
  definitions: number
  differences: number
  readonly cases: Map<string, KindCases>
}

export function newTotals(): Totals {
  return { worlds: 0, definitions: 0, differences: 0, cases: new Map() }
}

export function addWorld(totals: Totals, world: Pick<WorldResult, 'definitions' | 'failed' | 'cases'>): void {
  totals.worlds++
  totals.definitions += world.definitions
  totals.differences += world.failed
  for (const counted of world.cases) {
    const key = `${counted.oracle} ${counted.kind}`
    const before = totals.cases.get(key) ?? { ...counted, cases: 0, milliseconds: 0 }
    const [cases, milliseconds] = [before.cases + counted.cases, before.milliseconds + counted.milliseconds]
    totals.cases.set(key, { ...counted, cases, milliseconds })
  }
}

export function progressOf({ worlds, definitions, differences }: Totals, seconds: number): string {
  const rate = (definitions / seconds).toFixed(0)
  return `${worlds} worlds, ${definitions} definitions, ${seconds.toFixed(0)} s (${rate} a second), ${differences} differences`
}

/** The table of cases: a line for each kind of definitions and each oracle. */
export function linesOfTotals(totals: Totals, seconds: number): string[] {
  const rows = [...totals.cases.values()].map(({ oracle, kind, cases, milliseconds }) =>
    [oracle.padEnd(20), kind.padEnd(11), String(cases).padStart(9), (milliseconds / 1000).toFixed(0).padStart(7)].join(
      ' ',
    ),
  )
  const header = [''.padEnd(20), ''.padEnd(11), 'cases'.padStart(9), 'seconds'.padStart(7)].join(' ')
  return [progressOf(totals, seconds), `  ${header}`, ...rows.map((row) => `  ${row}`)]
}
