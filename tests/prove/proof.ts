import * as fc from 'fast-check'
import { arbitraryDefinitions } from '#tests/prove/arbitrary-definition.ts'
import { arbitraryWorld } from '#tests/prove/arbitrary-world.ts'
import type { Case } from '#tests/prove/case.ts'
import type { OpenEngines } from '#tests/prove/open-engines.ts'
import { ORACLES } from '#tests/prove/oracles.ts'
import type { Engines, Oracle } from '#tests/prove/oracles/oracle.ts'
import { thrownLine } from '#tests/prove/thrown.ts'
import type { Definition } from '#tests/reference/definition.ts'
import type { Part } from '#tests/support/run-parts.ts'

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

/** What a world with its definitions proved. */
export interface ProvedWorld {
  readonly seed: number
  /** Up to the first that fails an oracle. */
  readonly definitions: number
  readonly byOracle: Readonly<Record<string, OracleCases>>
  readonly failures: readonly (Failure & Case)[]
}

export interface ProofPart extends Part {
  /** World n of the run has the seed `seed + n`. */
  readonly seed: number
  /** Of the whole run. */
  readonly worlds: number
  /** Milliseconds since 1970 after which no further world begins. */
  readonly until: number
}

const arbitraryCase = fc.tuple(arbitraryWorld, arbitraryDefinitions)

/** Evaluates generated definitions of generated worlds, up to the first world that fails an oracle. */
export async function prove(
  engines: OpenEngines,
  { seed, worlds, until, place, total }: ProofPart,
  take: (world: ProvedWorld) => void,
): Promise<void> {
  for (let nth = place; nth < worlds && (nth === place || Date.now() < until); nth += total) {
    const proved = await proveWorld(engines, seed + nth)
    take(proved)
    if (proved.failures.length > 0) return
  }
}

async function proveWorld(engines: OpenEngines, seed: number): Promise<ProvedWorld> {
  const [drawn] = fc.sample(arbitraryCase, { seed, numRuns: 1 })
  if (!drawn) throw new Error('No case was generated.')
  const [world, list] = drawn
  const loaded = await engines.load(world)
  const byOracle = Object.fromEntries(ORACLES.map(({ name }) => [name, { cases: 0, milliseconds: 0 }]))
  const failures: Failure[] = []
  let passed = 0
  for (const definition of list) {
    failures.push(...(await failuresOf(loaded, definition, byOracle)))
    if (failures.length === 0) passed++
  }
  const definitions = failures.length > 0 ? passed + 1 : passed
  return { seed, definitions, byOracle, failures: failures.map((failure) => ({ ...failure, world })) }
}

async function failuresOf(
  engines: Engines,
  definition: Definition,
  byOracle: Readonly<Record<string, OracleCases>>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const oracle of ORACLES) {
    const begun = performance.now()
    const lines = await linesOf(oracle, engines, definition)
    if (lines === null) continue
    const totals = byOracle[oracle.name]
    if (totals) {
      totals.cases++
      totals.milliseconds += performance.now() - begun
    }
    if (lines.length > 0) failures.push({ oracle: oracle.name, definition, lines })
  }
  return failures
}

/** An engine that throws fails the oracle. */
export function linesOf(oracle: Oracle, engines: Engines, definition: Definition): Promise<readonly string[] | null> {
  return oracle.check(engines, definition).catch((error: unknown) => [thrownLine(error)])
}
