import type { Call, Result } from '#api/result.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { renamed } from '#contract/shapes/rename-variables.ts'
import { variableSetInfo } from '#contract/variable-sets.ts'
import { COHORT_NAME_MAX, VARIABLE_SET_NAME_MAX } from '#domain/limits.ts'
import { freeVariableName } from '#domain/text/names.ts'
import { foldText } from '#domain/text/text.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import type { Exchange } from '#features/definitions/exchange/exchange-text.ts'
import type { ItemKey, ItemKind } from '#features/definitions/exchange/mentions.ts'
import {
  neededVariables,
  reasons,
  type Mapping,
  type NeededVariable,
  type Reasons,
} from '#features/definitions/exchange/needed-variables.ts'
import { renamedDocument } from '#features/definitions/exchange/rename-document.ts'
import { freeName, madeAlike, namesOf } from '#features/definitions/paste-definition.ts'
import { placedStep, sameCohort } from '#features/definitions/save-cohort-step.ts'

/** What the import does with one definition. */
export interface PlannedItem {
  readonly key: ItemKey
  readonly kind: ItemKind
  readonly place: number
  /** In the document. */
  readonly name: string
  readonly outcome:
    | { readonly kind: 'create'; readonly name: string }
    /** The user has the same definition. */
    | { readonly kind: 'exists'; readonly name: string; readonly cohortId?: number }
    | { readonly kind: 'blocked'; readonly because: readonly string[] }
}

export interface ImportPlan {
  readonly document: Exchange
  readonly items: readonly PlannedItem[]
  readonly variables: readonly NeededVariable[]
}

/** Plans the import of a document into a project; changes nothing. */
export async function planImport(
  call: Call,
  given: Exchange,
  { mapping, projectId }: { readonly mapping: Mapping; readonly projectId: number | undefined },
): Promise<Result<ImportPlan>> {
  const variables = await neededVariables(call, given, mapping)
  if (!variables.ok) return variables
  const [cohorts, sets] = await Promise.all([call(cohortInfo, { projectId }), call(variableSetInfo, { projectId })])
  if (!cohorts.ok) return cohorts
  if (!sets.ok) return sets
  const becauseOf = reasons(given, variables.value)
  const custom = await planCustom(call, given, { mapping, becauseOf })
  if (!custom.ok) return custom
  const { document, items } = custom.value
  const planned = await planCohorts(call, document, cohorts.value.cohorts, becauseOf)
  if (!planned.ok) return planned
  const taken = namesOf(sets.value.variableSets)
  const ofSets = document.variableSets.map((set, place) => {
    const item = { key: `variable-set ${place}`, kind: 'variable-set', place, name: set.name } as const
    const because = becauseOf.get(item.key) ?? []
    return because.length > 0 ? blocked(item, because) : create(item, claim(set.name, taken, VARIABLE_SET_NAME_MAX))
  })
  return {
    ok: true,
    value: { document, items: [...items, ...planned.value, ...ofSets], variables: variables.value },
  }
}

type Item = Omit<PlannedItem, 'outcome'>

function create(item: Item, name: string): PlannedItem {
  return { ...item, outcome: { kind: 'create', name } }
}

function blocked(item: Item, because: readonly string[]): PlannedItem {
  return { ...item, outcome: { kind: 'blocked', because } }
}

function claim(wanted: string, taken: Set<string>, maxLength: number): string {
  const name = freeName(wanted, taken, maxLength)
  taken.add(foldText(name.trim()))
  return name
}

/** Custom variables with free names; the document uses these and the mapped names. */
async function planCustom(
  call: Call,
  given: Exchange,
  { mapping, becauseOf }: { readonly mapping: Mapping; readonly becauseOf: Reasons },
): Promise<Result<{ readonly document: Exchange; readonly items: PlannedItem[] }>> {
  const found = await lookUpVariables(
    call,
    given.customVariables.map(({ name }) => name),
  )
  if (!found.ok) return found
  const taken = new Set(found.value.map(({ variableName }) => variableName.toUpperCase()))
  const own = new Map<string, string>()
  // One pass: a mapped name may equal the former name of a custom variable.
  const nameOf = (name: string) => own.get(name.toUpperCase()) ?? mapping[name.toUpperCase()] ?? name
  const items: PlannedItem[] = []
  for (const [place, step] of given.customVariables.entries()) {
    const { name } = step
    const item = { key: `custom-variable ${place}`, kind: 'custom-variable', place, name } as const
    const because = becauseOf.get(item.key) ?? []
    if (because.length > 0) {
      items.push(blocked(item, because))
      continue
    }
    const isTaken = taken.has(name.toUpperCase())
    const alike = isTaken ? await madeAlike(call, renamed(step, nameOf)) : null
    if (alike && !alike.ok) return alike
    const free = isTaken ? freeVariableName(name, (other) => taken.has(other.toUpperCase())) : name
    if (!alike) taken.add(free.toUpperCase())
    own.set(name.toUpperCase(), alike?.value ?? free)
    items.push(alike ? { ...item, outcome: { kind: 'exists', name: alike.value } } : create(item, free))
  }
  return { ok: true, value: { document: renamedDocument(given, nameOf), items } }
}

/** Place of a cohort that does not exist yet: no id of a server. */
const NOT_MADE = -1

async function planCohorts(
  call: Call,
  { cohorts: steps }: Exchange,
  cohorts: readonly Cohort[],
  becauseOf: Reasons,
): Promise<Result<PlannedItem[]>> {
  const taken = namesOf(cohorts)
  const ids: number[] = []
  const items: PlannedItem[] = []
  for (const [place, step] of steps.entries()) {
    const item = { key: `cohort ${place}`, kind: 'cohort', place, name: step.name } as const
    const because = becauseOf.get(item.key) ?? []
    const same = await sameCohort(
      call,
      cohorts,
      placedStep(step, (id) => ids[id] ?? NOT_MADE),
    )
    if (!same.ok) return same
    ids.push(same.value ?? NOT_MADE)
    const own = cohorts.find(({ cohortId }) => cohortId === same.value)
    if (because.length > 0) items.push(blocked(item, because))
    else if (own) items.push({ ...item, outcome: { kind: 'exists', name: own.name, cohortId: own.cohortId } })
    else items.push(create(item, claim(step.name, taken, COHORT_NAME_MAX)))
  }
  return { ok: true, value: items }
}
