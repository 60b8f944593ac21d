import { inChunks } from '#domain/chunks.ts'
import type { Bulk } from '#tests/prove/bulk/arbitrary-bulk.ts'
import {
  allByBitmaps,
  conditionsByBitmaps,
  conditionsBySql,
  customBySql,
  membersBySql,
  singly,
  type EvaluateAll,
} from '#tests/prove/bulk/in-bulk.ts'
import { reread } from '#tests/prove/bulk/in-text.ts'
import type { Case } from '#tests/prove/case.ts'
import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import { bySql } from '#tests/prove/engines.ts'
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

/** Compares definitions of one kind with the reference evaluator, in batches. */
interface Comparison {
  readonly oracle: string
  readonly kind: Definition['kind']
  readonly atOnce: number
  readonly evaluateAll: EvaluateAll
}

const bitmaps = (kind: Definition['kind'], evaluateAll = allByBitmaps): Comparison => ({
  oracle: BITMAPS.name,
  kind,
  atOnce: Infinity,
  evaluateAll,
})
const sqlOf = (kind: Definition['kind'], atOnce: number, evaluateAll: EvaluateAll): Comparison => ({
  oracle: SQL.name,
  kind,
  atOnce,
  evaluateAll,
})

/** Conditions first: the bitmap engine keeps their outcomes. Rules and overlaps have no SQL of their own. */
const COMPARISONS: readonly Comparison[] = [
  bitmaps('conditions', conditionsByBitmaps),
  ...(['subset', 'compound', 'pedigree', 'rules', 'custom', 'overlap'] as const).map((kind) => bitmaps(kind)),
  sqlOf('conditions', 40, conditionsBySql),
  sqlOf('custom', 8, customBySql),
  sqlOf('subset', 8, membersBySql),
  sqlOf('compound', 8, membersBySql),
  sqlOf('pedigree', 8, membersBySql),
  sqlOf('download', 1, singly(bySql)),
]

const TEXT = 'text = definition'

/** Evaluates all definitions of a loaded world as they are read from their texts. */
export async function checkBulk(engine: DatabaseEngine, bulk: Bulk): Promise<CheckedBulk> {
  const { world } = bulk
  const cases: KindCases[] = []
  const failures: BulkFailure[] = []
  const definitions = readFromTexts(engine, bulk, { cases, failures })
  const expected = new Map<Definition, Evaluation>()
  const expectedOf = (definition: Definition) => {
    const known = expected.get(definition) ?? evaluate(world, definition)
    expected.set(definition, known)
    return known
  }
  for (const { oracle, kind, atOnce, evaluateAll } of COMPARISONS) {
    const begun = performance.now()
    const chosen = definitions.filter((definition) => definition.kind === kind)
    for (const chunk of inChunks(chosen, Math.min(atOnce, chosen.length))) {
      const found = await evaluateChunk(chunk, (some) => evaluateAll(engine, some))
      for (const [nth, definition] of chunk.entries()) {
        const result = found[nth]
        const lines = typeof result === 'object' ? differencesOf(expectedOf(definition), result) : [result ?? '']
        if (lines.length > 0) failures.push({ oracle, world, definition, lines })
      }
    }
    cases.push({ oracle, kind, cases: chosen.length, milliseconds: performance.now() - begun })
  }
  return { cases, failures }
}

/** Counts the texts by kind, and the definitions whose text is read as another one. */
function readFromTexts(
  engine: DatabaseEngine,
  { world, definitions }: Bulk,
  { cases, failures }: { readonly cases: KindCases[]; readonly failures: BulkFailure[] },
): readonly Definition[] {
  const counted = new Map<string, KindCases>()
  const read = definitions.map((definition) => {
    const begun = performance.now()
    const found = reread(engine, definition)
    if (found === null) return definition
    const { kind } = definition
    const before = counted.get(kind) ?? { oracle: TEXT, kind, cases: 0, milliseconds: 0 }
    const milliseconds = before.milliseconds + performance.now() - begun
    counted.set(kind, { ...before, cases: before.cases + 1, milliseconds })
    if ('definition' in found) return found.definition
    failures.push({ oracle: TEXT, world, definition, lines: found.lines })
    return definition
  })
  cases.push(...counted.values())
  return read
}

/** For each definition its result, or the line of its failure: each alone where all of them together fail. */
async function evaluateChunk(
  chunk: readonly Definition[],
  evaluateAll: (some: readonly Definition[]) => Promise<readonly Evaluation[]>,
): Promise<readonly (Evaluation | string)[]> {
  try {
    return await evaluateAll(chunk)
  } catch (error) {
    if (chunk.length === 1) return [thrownLine(error)]
    const results: (Evaluation | string)[] = []
    for (const definition of chunk) results.push(...(await evaluateChunk([definition], evaluateAll)))
    const hasFailed = results.some((result) => typeof result === 'string')
    return hasFailed ? results : [thrownLine(error), ...results.slice(1)]
  }
}
