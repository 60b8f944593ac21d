import * as fc from 'fast-check'
import { arbitraryDefinitions } from '#tests/prove/arbitrary-definition.ts'
import { arbitraryWorld } from '#tests/prove/arbitrary-world.ts'
import type { Case } from '#tests/prove/case.ts'
import type { OpenEngines } from '#tests/prove/open-engines.ts'
import { ORACLES } from '#tests/prove/oracles.ts'
import type { Engines, Oracle } from '#tests/prove/oracles/oracle.ts'
import { thrownLine } from '#tests/prove/thrown.ts'
import type { Definition } from '#tests/reference/definition.ts'

/** Cases of an oracle: definitions that it applied to. */
export interface OracleCases {
  cases: number
  milliseconds: number
}

export interface Failure {
  readonly oracle: string
  readonly definition: Definition
  readonly lines: readonly string[]
}

export interface Proof {
  readonly worlds: number
  /** Up to the first that fails an oracle. */
  readonly definitions: number
  readonly byOracle: ReadonlyMap<string, OracleCases>
  /** Of the first world that fails any oracle. */
  readonly failures: readonly (Failure & Case)[]
}

const arbitraryCase = fc.tuple(arbitraryWorld, arbitraryDefinitions)

/** Evaluates generated definitions of generated worlds until the time is over or an oracle fails. */
export async function prove(engines: OpenEngines, seed: number, until: number): Promise<Proof> {
  const byOracle = new Map(ORACLES.map(({ name }) => [name, { cases: 0, milliseconds: 0 }]))
  let worlds = 0
  let passed = 0
  do {
    const [drawn] = fc.sample(arbitraryCase, { seed: seed + worlds, numRuns: 1 })
    if (!drawn) throw new Error('No case was generated.')
    const [world, list] = drawn
    const loaded = await engines.load(world)
    const failures: Failure[] = []
    for (const definition of list) {
      failures.push(...(await failuresOf(loaded, definition, byOracle)))
      if (failures.length === 0) passed++
    }
    worlds++
    if (failures.length > 0) {
      const cases = failures.map((failure) => ({ ...failure, world }))
      return { worlds, definitions: passed + 1, byOracle, failures: cases }
    }
  } while (Date.now() < until)
  return { worlds, definitions: passed, byOracle, failures: [] }
}

async function failuresOf(
  engines: Engines,
  definition: Definition,
  byOracle: ReadonlyMap<string, OracleCases>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const oracle of ORACLES) {
    const begun = performance.now()
    const lines = await linesOf(oracle, engines, definition)
    if (lines === null) continue
    const own = byOracle.get(oracle.name)
    if (own) {
      own.cases++
      own.milliseconds += performance.now() - begun
    }
    if (lines.length > 0) failures.push({ oracle: oracle.name, definition, lines })
  }
  return failures
}

/** An engine that throws fails the oracle. */
export function linesOf(oracle: Oracle, engines: Engines, definition: Definition): Promise<readonly string[] | null> {
  return oracle.check(engines, definition).catch((error: unknown) => [thrownLine(error)])
}
