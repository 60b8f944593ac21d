import { inChunks } from '#domain/chunks.ts'
import type { Bulk } from '#tests/prove/bulk/arbitrary-bulk.ts'
import {
  conditionsByBitmaps,
  conditionsBySql,
  customBySql,
  membersBySql,
  singly,
  type EvaluateAll,
} from '#tests/prove/bulk/in-bulk.ts'
import type { Case } from '#tests/prove/case.ts'
import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import { byBitmaps, bySql } from '#tests/prove/engines.ts'
import { BITMAPS, differencesOf, SQL } from '#tests/prove/oracles/reference.ts'
import { thrownLine } from '#tests/prove/thrown.ts'
import type { Definition } from '#tests/reference/definition.ts'
import { evaluate, type Evaluation } from '#tests/reference/evaluate.ts'

/** Cases of an oracle, of definitions of one kind. */
export interface KindCases {
  readonly oracle: string
  readonly kind: string
  readonly cases: number
  readonly milliseconds: number
}

export interface BulkFailure extends Case {
  readonly lines: readonly string[]
}

export interface CheckedBulk {
  readonly cases: readonly KindCases[]
  readonly failures: readonly BulkFailure[]
}

/** Compares definitions of one kind with the reference evaluator, so many at once. */
interface Comparison {
  readonly oracle: string
  readonly kind: Definition['kind']
  readonly atOnce: number
  readonly evaluateAll: EvaluateAll
}

const bitmaps = (kind: Definition['kind']): Comparison => ({
  oracle: BITMAPS.name,
  kind,
  atOnce: 1,
  evaluateAll: singly(byBitmaps),
})
const sqlOf = (kind: Definition['kind'], atOnce: number, evaluateAll: EvaluateAll): Comparison => ({
  oracle: SQL.name,
  kind,
  atOnce,
  evaluateAll,
})

/** Conditions first: the bitmap engine keeps their outcomes. Rules and overlaps have no SQL of their own. */
const COMPARISONS: readonly Comparison[] = [
  { ...bitmaps('conditions'), atOnce: Infinity, evaluateAll: conditionsByBitmaps },
  ...(['subset', 'compound', 'pedigree', 'rules', 'custom', 'overlap'] as const).map(bitmaps),
  sqlOf('conditions', 40, conditionsBySql),
  sqlOf('custom', 8, customBySql),
  sqlOf('subset', 8, membersBySql),
  sqlOf('compound', 8, membersBySql),
  sqlOf('pedigree', 8, membersBySql),
  sqlOf('download', 1, singly(bySql)),
]

/** Evaluates all definitions of a loaded world. */
export async function checkBulk(engine: DatabaseEngine, { world, definitions }: Bulk): Promise<CheckedBulk> {
  const cases: KindCases[] = []
  const failures: BulkFailure[] = []
  const expected = new Map<Definition, Evaluation>()
  const expectedOf = (definition: Definition) => {
    const known = expected.get(definition) ?? evaluate(world, definition)
    expected.set(definition, known)
    return known
  }
  for (const { oracle, kind, atOnce, evaluateAll } of COMPARISONS) {
    const begun = performance.now()
    const own = definitions.filter((definition) => definition.kind === kind)
    for (const chunk of inChunks(own, Math.min(atOnce, Math.max(own.length, 1)))) {
      try {
        const found = await evaluateAll(engine, chunk)
        for (const [nth, definition] of chunk.entries()) {
          const lines = differencesOf(expectedOf(definition), found[nth] ?? {})
          if (lines.length > 0) failures.push({ oracle, world, definition, lines })
        }
      } catch (error) {
        failures.push(...chunk.map((definition) => ({ oracle, world, definition, lines: [thrownLine(error)] })))
      }
    }
    cases.push({ oracle, kind, cases: own.length, milliseconds: performance.now() - begun })
  }
  return { cases, failures }
}
