import * as fc from 'fast-check'
import type { Condition } from '#domain/conditions/constraint.ts'
import {
  cohortId,
  compound,
  download,
  MADE,
  onText,
  overlap,
  pedigreeOn,
  rulesWith,
  subsetOn,
  type Tested,
} from '#tests/prove/arbitrary-definition.ts'
import { arbitraryWorld } from '#tests/prove/arbitrary-world.ts'
import type { Definition } from '#tests/reference/definition.ts'
import type { MadeVariable } from '#tests/reference/made.ts'
import type { World } from '#tests/reference/world.ts'
import { conditionOnMade, madeOf } from '#tests/support/arbitrary-custom-variables.ts'
import { conditionOn, VARIABLES } from '#tests/support/arbitrary-study.ts'

/** A world and many different definitions in it. */
export interface Bulk {
  readonly world: World
  readonly definitions: readonly Definition[]
}

/** How many of each kind are drawn for a world; equal ones count once. */
const DRAWN = { subset: 20, compound: 16, pedigree: 36, rules: 160, overlap: 8, download: 2 }
/** Conditions on each variable of both forms, on texts, and on custom variables. */
const CONDITIONS = { variable: 3, text: 6, made: 24 }
/** Custom variables by level: each on variables of the study and on those of the levels before. */
const LEVELS = [40, 24, 16]
/** Of the custom variables and scores of a world, whose statements take longest. */
const OTHERS = 2

const NAMES = VARIABLES.flatMap(({ name, dataType }) => ['', '_B'].map((suffix) => ({ name: name + suffix, dataType })))

type Conditions = ReadonlyMap<string, readonly Tested[]>

/** The engine keeps the column of a condition by its identity: each custom variable needs objects of its own. */
function copied({ operator, values }: Condition): Condition {
  return { operator, values }
}

function distinct<Own>(all: readonly Own[]): readonly Own[] {
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()]
}

const onStudy: fc.Arbitrary<readonly Tested[]> = fc
  .tuple(
    fc.tuple(
      ...NAMES.map(({ name, dataType }) =>
        fc.array(
          conditionOn(dataType).map((condition) => ({ variable: name, condition })),
          { minLength: CONDITIONS.variable, maxLength: CONDITIONS.variable },
        ),
      ),
    ),
    fc.array(onText, { minLength: CONDITIONS.text, maxLength: CONDITIONS.text }),
  )
  .map(([onGiven, texts]) => distinct([...onGiven.flat(), ...texts]))

function byVariable(tested: readonly Tested[]): Conditions {
  return new Map(NAMES.map(({ name }) => [name, tested.filter(({ variable }) => variable === name)]))
}

/** Custom variables whose definitions consist of these conditions, and of conditions on each other. */
function madeWith(conditions: Conditions): fc.Arbitrary<readonly MadeVariable[]> {
  const conditionOf = (variable: string) => {
    const known = conditions.get(variable)
    const drawn = known ? fc.constantFrom(...known.map(({ condition }) => condition)) : conditionOnMade
    return drawn.map(copied)
  }
  const base = [...conditions.keys()]
  const namesOf = (level: number) => Array.from({ length: LEVELS[level] ?? 0 }, (_, nth) => `M${level}_${nth}`)
  return fc
    .tuple(
      ...LEVELS.flatMap((_, level) => {
        const lower = LEVELS.slice(0, level).flatMap((__, below) => namesOf(below))
        return namesOf(level).map((name) => madeOf(name, [...lower, ...base], conditionOf))
      }),
    )
    .map((made) => made)
}

function definitionsOn(
  conditions: readonly Tested[],
  made: readonly MadeVariable[],
): fc.Arbitrary<readonly Definition[]> {
  const onAny = fc.constantFrom(...conditions)
  const several = <Own extends Definition>(
    one: fc.Arbitrary<Own>,
    count: number,
  ): fc.Arbitrary<readonly Definition[]> => fc.array(one, { minLength: count, maxLength: count })
  const custom = (variables: readonly string[]) =>
    fc.tuple(
      ...variables.map((variable) => cohortId.map((id): Definition => ({ kind: 'custom', cohortId: id, variable }))),
    )
  return fc
    .tuple(
      several(subsetOn(onAny), DRAWN.subset),
      several(compound, DRAWN.compound),
      several(pedigreeOn(onAny), DRAWN.pedigree),
      several(rulesWith(fc.array(onAny, { minLength: 30, maxLength: 30 })), DRAWN.rules),
      custom(made.map(({ name }) => name)),
      fc.shuffledSubarray(MADE, { minLength: OTHERS, maxLength: OTHERS }).chain(custom),
      several(overlap, DRAWN.overlap),
      several(download, DRAWN.download),
    )
    .map((lists) => [
      ...conditions.map((tested): Definition => ({ kind: 'conditions', tested: [tested] })),
      ...distinct(lists.flat()),
    ])
}

/**
 * Hundreds of different definitions in one world. They share the conditions of the world, whose outcomes the engine
 * keeps: a statement for each condition of each definition would take most of the time.
 */
export const arbitraryBulk: fc.Arbitrary<Bulk> = arbitraryWorld.chain((world) =>
  onStudy.chain((conditions) =>
    madeWith(byVariable(conditions)).chain((made) => {
      const onMade = fc
        .constantFrom(...made)
        .chain(({ name }) => conditionOnMade.map((condition) => ({ variable: name, condition })))
      return fc.array(onMade, { minLength: CONDITIONS.made, maxLength: CONDITIONS.made }).chain((others) =>
        definitionsOn([...conditions, ...distinct(others)], made).map((definitions) => ({
          world: { ...world, made: [...world.made, ...made] },
          definitions,
        })),
      )
    }),
  ),
)
