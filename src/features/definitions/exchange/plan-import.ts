import type { Call, Result } from '#api/result.ts'
import { cohortInfo } from '#contract/cohorts.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { renamed } from '#contract/shapes/rename-variables.ts'
import { variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { COHORT_NAME_MAX, VARIABLE_SET_NAME_MAX } from '#domain/limits.ts'
import { nameKey } from '#domain/text/names.ts'
import { freeVariableName } from '#domain/text/suggested-names.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import type { Rules } from '#features/definitions/definition.ts'
import type { Exchange } from '#features/definitions/exchange/exchange-text.ts'
import { type ItemKey, type ItemKind, cohortPlacesIn, mentionsIn } from '#features/definitions/exchange/mentions.ts'
import {
  neededVariables,
  reasons,
  type Mapping,
  type NeededVariable,
  type Reasons,
} from '#features/definitions/exchange/needed-variables.ts'
import {
  freeName,
  madeAlike,
  namesOf,
  saveCustomVariable,
  type Pasted,
} from '#features/definitions/paste-definition.ts'
import { placedStep, sameCohort, saveCohort } from '#features/definitions/save-cohort-step.ts'

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
  read: Exchange,
  { mapping, projectId }: { readonly mapping: Mapping; readonly projectId: number | undefined },
): Promise<Result<ImportPlan>> {
  const variables = await neededVariables(call, read, mapping)
  if (!variables.ok) return variables
  const [cohorts, sets] = await Promise.all([call(cohortInfo, { projectId }), call(variableSetInfo, { projectId })])
  if (!cohorts.ok) return cohorts
  if (!sets.ok) return sets
  const becauseOf = reasons(read, variables.value)
  const custom = await planCustom(call, read, { mapping, becauseOf })
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
  taken.add(nameKey(name))
  return name
}

/** Custom variables with free names; the document uses these and the mapped names. */
async function planCustom(
  call: Call,
  document: Exchange,
  { mapping, becauseOf }: { readonly mapping: Mapping; readonly becauseOf: Reasons },
): Promise<Result<{ readonly document: Exchange; readonly items: PlannedItem[] }>> {
  const found = await lookUpVariables(
    call,
    document.customVariables.map(({ name }) => name),
  )
  if (!found.ok) return found
  const taken = new Set(found.value.map(({ variableName }) => variableName.toUpperCase()))
  const newNames = new Map<string, string>()
  // One pass: a mapped name may equal the former name of a custom variable.
  const nameOf = (name: string) => newNames.get(name.toUpperCase()) ?? mapping[name.toUpperCase()] ?? name
  const items: PlannedItem[] = []
  for (const [place, step] of document.customVariables.entries()) {
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
    newNames.set(name.toUpperCase(), alike?.value ?? free)
    items.push(alike ? { ...item, outcome: { kind: 'exists', name: alike.value } } : create(item, free))
  }
  return { ok: true, value: { document: renamedDocument(document, nameOf), items } }
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
    const made = cohorts.find(({ cohortId }) => cohortId === same.value)
    if (because.length > 0) items.push(blocked(item, because))
    else if (made) items.push({ ...item, outcome: { kind: 'exists', name: made.name, cohortId: made.cohortId } })
    else items.push(create(item, claim(step.name, taken, COHORT_NAME_MAX)))
  }
  return { ok: true, value: items }
}

type Rule = Rules['rules'][number]

/** The document with other names of variables in its conditions, sources and sets. */
export function renamedDocument(document: Exchange, nameOf: (name: string) => string): Exchange {
  const rule = (node: Rule): Rule => {
    if ('rules' in node) return { ...node, rules: node.rules.map(rule) }
    return 'variableName' in node ? { ...node, variableName: nameOf(node.variableName) } : node
  }
  return {
    ...document,
    customVariables: document.customVariables.map((step) => renamed(step, nameOf)),
    cohorts: document.cohorts.map((step) =>
      step.cohortType === 'rules'
        ? { ...step, rules: { ...step.rules, rules: step.rules.rules.map(rule) } }
        : { ...step, ...(step.variable && { variable: nameOf(step.variable) }) },
    ),
    variableSets: document.variableSets.map((set) => ({
      ...set,
      variables: [...new Set(set.variables.map(nameOf))],
    })),
  }
}

/** The result of importing one definition. */
export type Imported =
  | { readonly kind: 'made' | 'existed'; readonly name: string; readonly made: Pasted }
  | { readonly kind: 'failed'; readonly name: string; readonly because: string }

interface RunSettings {
  readonly projectId: number | undefined
  readonly onItem: (key: ItemKey, imported: Imported) => void
}

/** Saves the definitions of a plan in order. After a failure it goes on with those that do not depend on it. */
export async function runImport(call: Call, plan: ImportPlan, settings: RunSettings): Promise<void> {
  const { projectId, onItem } = settings
  let { document } = plan
  const done = new Map<ItemKey, Imported>()
  for (const item of plan.items) {
    if (item.outcome.kind === 'blocked') continue
    const imported = await importItem(item)
    done.set(item.key, imported)
    onItem(item.key, imported)
  }

  async function importItem(item: PlannedItem): Promise<Imported> {
    const name = item.outcome.kind === 'blocked' ? item.name : item.outcome.name
    const failed = failedBase(item)
    if (failed !== null) return { kind: 'failed', name, because: `Not saved, because “${failed}” was not saved.` }
    if (item.outcome.kind === 'exists') {
      const made = existing(item.outcome)
      if (made !== null) return { kind: 'existed', name, made }
    }
    const saved = await save(item, name)
    return saved.ok
      ? {
          kind: 'made',
          name: saved.value.kind === 'custom-variable' ? saved.value.variableName : name,
          made: saved.value,
        }
      : { kind: 'failed', name, because: saved.message }
  }

  function save(item: PlannedItem, name: string): Promise<Result<Pasted>> {
    if (item.kind === 'custom-variable') return saveCustom(item.place, name)
    return item.kind === 'cohort' ? saveCohortAt(item.place, name) : saveSet(item.place, name)
  }

  async function saveCustom(place: number, name: string): Promise<Result<Pasted>> {
    const step = document.customVariables[place]
    if (step === undefined) throw new Error('The plan names a definition that its document lacks.')
    const made = await saveCustomVariable(call, { ...step, name }, projectId)
    if (!made.ok) return made
    const variableName = made.value
    // The server knows names of other projects, and may have chosen another one.
    if (variableName !== name) document = renamedDocument(document, (one) => (one === name ? variableName : one))
    return { ok: true, value: { kind: 'custom-variable', variableName } }
  }

  async function saveCohortAt(place: number, name: string): Promise<Result<Pasted>> {
    const step = document.cohorts[place]
    if (step === undefined) throw new Error('The plan names a definition that its document lacks.')
    const made = await saveCohort(call, placedStep(step, cohortIdAt), { name, projectId })
    return made.ok ? { ok: true, value: { kind: 'cohort', cohortId: made.value } } : made
  }

  async function saveSet(place: number, name: string): Promise<Result<Pasted>> {
    const set = document.variableSets[place]
    if (set === undefined) throw new Error('The plan names a definition that its document lacks.')
    const made = await call(variableSetNew, { ...set, name, projectId })
    return made.ok ? { ok: true, value: { kind: 'variable-set', variableSetId: made.value.id } } : made
  }

  function cohortIdAt(place: number): number {
    const imported = done.get(`cohort ${place}`)
    if (!imported || imported.kind === 'failed' || imported.made.kind !== 'cohort') {
      throw new Error('A cohort is saved before the cohort that it is built on.')
    }
    return imported.made.cohortId
  }

  /** The name of a definition that this one is built on and that was not saved. */
  function failedBase({ key, kind, place }: PlannedItem): string | null {
    const names = new Set(
      mentionsIn(plan.document)
        .get(key)
        ?.map(({ variableName }) => variableName.toUpperCase()),
    )
    const step = kind === 'cohort' ? plan.document.cohorts[place] : undefined
    const bases = new Set<ItemKey>((step ? cohortPlacesIn(step) : []).map((base) => `cohort ${base}` as const))
    for (const other of plan.items) {
      const outcome = done.get(other.key)
      if (outcome?.kind !== 'failed') continue
      if (bases.has(other.key) || (other.kind === 'custom-variable' && names.has(outcome.name.toUpperCase()))) {
        return outcome.name
      }
    }
    return null
  }
}

function existing({ name, cohortId }: { readonly name: string; readonly cohortId?: number }): Pasted | null {
  return cohortId === undefined ? { kind: 'custom-variable', variableName: name } : { kind: 'cohort', cohortId }
}
