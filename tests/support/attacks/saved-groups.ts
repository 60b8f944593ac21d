import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import {
  answerPart,
  notTheTarget,
  partOf,
  REST,
  record,
  variablesOf,
  type Definition,
} from '#tests/support/attacks/counts.ts'
import type { Road } from '#tests/support/attacks/roads.ts'
import { accountAt, shuffled, type Attack, type Attacker, type Target } from '#tests/support/attacks/target.ts'

const ATTEMPTS = 2
const CONDITIONS_OF_BASE = 2

/** A cohort, and the custom variable with the value “in” for its members. */
export interface SavedCohort {
  readonly cohortId: number
  readonly variable: string
}

/** A group, with or without the target. */
export interface SavedGroup extends SavedCohort {
  /** Saves a cohort of all individuals with “yes”; null if it is refused. */
  readonly saveYes: () => Promise<SavedCohort | null>
}

/**
 * Differencing by way of saved cohorts: a group and the same without the target are saved, and another page or endpoint
 * counts the secret in both.
 */
export function differencingBy(road: Road): Attack {
  return async (attacker, target) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const base = shuffled(target.codes, attacker.random)
        .slice(0, CONDITIONS_OF_BASE)
        .map((known) => partOf(known))
      const all = await countBy(road, attacker, 0, target, base)
      const others = await countBy(road, attacker, 1, target, [...base, notTheTarget(target)])
      if (all !== null && others !== null) return all > others
    }
    return null
  }
}

async function countBy(
  road: Road,
  attacker: Attacker,
  place: number,
  target: Target,
  constraints: Definition['constraints'],
): Promise<number | null> {
  const call = withoutMistakes(accountAt(attacker, place))
  const saved = await save(call, attacker, target, { relationship: 'AND', constraints })
  const count = saved ? await road(call, saved, target) : null
  record(attacker.used, count !== null)
  return count
}

const REFUSED = 403

/** A request that is refused for another reason than disclosure control is a mistake of the attack. */
function withoutMistakes(call: WireCall): WireCall {
  return async (endpoint, input, options) => {
    const result = await call(endpoint, input, options)
    if (result.ok || result.status === REFUSED || result.message.includes('Nobody is in this cohort.')) return result
    throw new Error(result.message)
  }
}

async function save(
  call: WireCall,
  attacker: Attacker,
  { secret }: Target,
  group: Definition,
): Promise<SavedGroup | null> {
  const saved = await saveCohort(call, attacker, group)
  const yes: Definition = { relationship: 'AND', constraints: [answerPart(secret, secret.yes)] }
  return saved && { ...saved, saveYes: () => saveCohort(call, attacker, yes) }
}

async function saveCohort(call: WireCall, { random }: Attacker, definition: Definition): Promise<SavedCohort | null> {
  const name = `G${Math.floor(random() * 1e12)}`
  const variable = await call(constructNew, {
    name,
    construct_type: 'multiple',
    variables: variablesOf(definition.constraints),
    defaultValue: REST.name,
    values: [{ name: 'in', definition }, REST],
  })
  if (!variable.ok) throw new Error(variable.message)
  const cohort = await call(cohortNew, {
    name,
    parent_id: 1,
    cohort_type: 'subset',
    variable: name,
    constraint_type: 'EQ',
    constraint_value: 'in',
  })
  return cohort.ok ? { cohortId: cohort.value.new_cohort_id, variable: name } : null
}
