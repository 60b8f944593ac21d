import type { DatabaseEngine } from '#tests/prove/database-engine.ts'
import type { Definition } from '#tests/reference/definition.ts'
import type { World } from '#tests/reference/world.ts'

/** The engines with a world, and one with the same world under other labels. */
export interface Engines {
  readonly world: World
  readonly duckdb: DatabaseEngine
  readonly relabelled: DatabaseEngine
  /** Null where PostgreSQL is not installed. */
  readonly postgresql: DatabaseEngine | null
}

/** A law that every count obeys. */
export interface Oracle {
  readonly name: string
  /** The violations of the law, one line each; null if the oracle does not apply to the definition. */
  readonly check: (engines: Engines, definition: Definition) => Promise<readonly string[] | null>
}

/** One line if two numbers differ that a law makes equal. */
export function equal(law: string, one: number, other: number): string[] {
  return one === other ? [] : [`${law}: ${one} ≠ ${other}`]
}

/** One line if the first number exceeds the second. */
export function atMost(law: string, one: number, other: number): string[] {
  return one <= other ? [] : [`${law}: ${one} > ${other}`]
}
