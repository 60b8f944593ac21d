import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { Definition } from '#tests/reference/definition.ts'
import type { World } from '#tests/reference/world.ts'

/** A world and a definition, as JSON: replayed by `npm run prove -- --case FILE`. */
export interface Case {
  readonly oracle: string
  readonly world: World
  readonly definition: Definition
}

const Named = v.looseObject({ kind: v.string() })
export const CaseShape = v.object({
  oracle: v.string(),
  world: v.custom<World>((value) =>
    v.is(
      v.looseObject({
        study: v.looseObject({ participants: v.array(v.unknown()), forms: v.array(v.unknown()) }),
        made: v.array(v.unknown()),
        cohorts: v.array(v.array(v.string())),
        withdrawn: v.array(v.string()),
        reader: v.object({ isAdmin: v.boolean(), collections: v.array(v.string()) }),
        isSuppressing: v.boolean(),
      }),
      value,
    ),
  ),
  definition: v.custom<Definition>((value) => v.is(Named, value)),
})

/** Reads a case that a run wrote. */
export function readCase(file: string): Case {
  return v.parse(CaseShape, JSON.parse(readFileSync(file, 'utf8')))
}
