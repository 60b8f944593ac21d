import { isDeepStrictEqual } from 'node:util'
import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import { byBitmaps, bySql } from '#tests/prove/engines.ts'
import type { Oracle } from '#tests/prove/oracles/oracle.ts'
import type { Definition } from '#tests/reference/definition.ts'
import { evaluate, type Evaluation } from '#tests/reference/evaluate.ts'

type Evaluate = (engine: DatabaseEngine, definition: Definition) => Promise<Evaluation>

async function differences(engine: DatabaseEngine, definition: Definition, by: Evaluate): Promise<readonly string[]> {
  return differencesOf(evaluate(engine.world, definition), await by(engine, definition))
}

/** Every part of a result that an engine has equals that of the reference evaluator. */
export function differencesOf(expected: Evaluation, found: Evaluation): readonly string[] {
  return Object.entries(found).flatMap(([part, value]) => {
    // JSON makes optional fields and read-only lists alike.
    const [one, other] = [JSON.stringify(value), JSON.stringify(expected[part])]
    const isEqual = one === other || isDeepStrictEqual(parsed(one), parsed(other))
    return isEqual ? [] : [`${part}: ${one} ≠ reference ${other}`]
  })
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text)
}

export const BITMAPS: Oracle = {
  name: 'bitmaps = reference',
  check: async ({ duckdb }, definition) =>
    definition.kind === 'download' ? null : differences(duckdb, definition, byBitmaps),
}

export const SQL: Oracle = {
  name: 'SQL = reference',
  check: async ({ duckdb }, definition) =>
    definition.kind === 'overlap' ? null : differences(duckdb, definition, bySql),
}

export const POSTGRESQL: Oracle = {
  name: 'PostgreSQL = reference',
  check: async ({ postgresql }, definition) =>
    postgresql && [
      ...(await differences(postgresql, definition, byBitmaps)),
      ...(await differences(postgresql, definition, bySql)),
    ],
}
