import type { Call, Result } from '#api/result.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { cohortPlacesIn, mentionsIn, type ItemKey } from '#features/definitions/exchange/mentions.ts'
import type { ImportPlan, PlannedItem } from '#features/definitions/exchange/plan-import.ts'
import { renamedDocument } from '#features/definitions/exchange/rename-document.ts'
import { saveCustomVariable, type Pasted } from '#features/definitions/paste-definition.ts'
import { placedStep, saveCohort } from '#features/definitions/save-cohort-step.ts'

/** What became of one definition. */
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
