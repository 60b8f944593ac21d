import { useAtom, useAtomValue, atom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import * as v from 'valibot'
import type { Variable } from '#contract/shapes/entities.ts'
import { OPERATORS } from '#domain/conditions/operators.ts'
import { CUSTOM_VARIABLE_KINDS } from '#domain/custom-variables/construct-types.ts'
import { savedWords } from '#domain/messages.ts'
import { projectOfNew } from '#entities/projects/projects.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { variableAtom } from '#entities/variables/variables.ts'
import { keysOfTable } from '#features/custom-variables/combine/cell-counts.ts'
import type { DraftEdit } from '#features/custom-variables/draft-edits.ts'
import {
  constructRequest,
  saveCustomVariable,
  type ConstructRequest,
} from '#features/custom-variables/draft-request.ts'
import { newKey, suggestedVariableName, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { requirementsOf, refusalOf } from '#features/custom-variables/save-requirements.ts'
import { useDraftCounts, crossVariableAtom } from '#features/custom-variables/use-draft-counts.ts'
import { useFreeName, useNameProblem } from '#features/custom-variables/variable-naming.ts'
import { showError } from '#ui/overlays/toasts.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

/** Another custom variable over the same sources, saved after the first; null for none. */
export type Companion = (name: string, sources: readonly Variable[]) => ConstructRequest | null

/** Changes the draft; undo groups the typing in one field, named by `what`. */
export type EditDraft = (edit: DraftEdit, what?: string) => void

export type CustomVariableBuilder = ReturnType<typeof useCustomVariableBuilder>

/**
 * The state of one builder: draft, sources, live counts, and the requirements of Save. By default, an edited variable is
 * cross-tabulated with its draft.
 */
export function useCustomVariableBuilder(
  initial: CustomVariableDraft,
  editedName: string | null,
  companion: Companion | null,
) {
  const {
    draft: kept,
    setDraft,
    isChanged,
    discard,
  } = useDraft<CustomVariableDraft>(StoredCustomVariableDraft, initial)
  const suggestion = useFreeName(suggestedVariableName(kept.kind, kept.sources))
  const draft = useMemo(() => ({ ...kept, name: kept.name ?? suggestion }), [kept, suggestion])
  const [chosenCross, setCross] = useAtom(crossVariableAtom(usePaneId()))
  const cross = chosenCross ?? editedName
  const sources = useSources(draft.sources)
  const typeOf = useTypes(sources)
  const counts = useDraftCounts(draft, typeOf, cross)
  const cells = useMemo(() => (draft.kind === 'merge' ? keysOfTable(sources) : []), [draft.kind, sources])
  const openCells = cells.filter((cell) => draft.cells[cell] === undefined).length
  const requirements = useMemo(() => requirementsOf(draft, typeOf, openCells), [draft, typeOf, openCells])

  const saving = useSaving({
    draft,
    companionOf: (name) => companion?.(name, sources) ?? null,
    onSaved: discard,
    beforeSaving: () => {
      // A retry sends the same name, even if a save whose response was lost has taken it.
      if (kept.name === null) setDraft({ ...kept, name: draft.name })
    },
  })
  const edit = useEdit(kept, (next, what) => {
    saving.forgetRefusal()
    setDraft(next, what)
  })
  const root = useRef<HTMLDivElement>(null)
  const [first] = requirements
  const because = first?.words
  const lead = () => first && focusField(root.current, first.field)
  usePaneActions({
    [editedName === null ? 'form.save' : 'form.save-copy']: {
      available: because === undefined ? !saving.isSaving || 'pending' : { because },
      availableByKey: because === undefined || { because },
      run: saving.save,
      lead,
    },
  })

  return {
    root,
    lead,
    draft,
    sources,
    cells,
    requirements,
    counts,
    cross: { name: cross, choose: setCross },
    saving,
    edit,
    isChanged,
    discard,
  }
}

const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button:not([disabled]), [tabindex="0"]'

/** Focuses a form field by its `data-field`; opens the row of a closed value. */
export function focusField(form: HTMLElement | null, field: string): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const [, key = ''] = / of (.+)$/u.exec(field) ?? []
  if (!place) form?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.click()
  const control = place?.querySelector<HTMLElement>(FOCUSABLE) ?? place
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}

/** A stable function: its receivers need not render again; one event may make several edits. */
function useEdit(draft: CustomVariableDraft, write: (next: CustomVariableDraft, what: string) => void): EditDraft {
  const latest = useRef({ draft, write })
  useEffect(() => {
    latest.current = { draft, write }
  })
  return useMemo(
    () => (edit, what) => {
      const next = edit(latest.current.draft)
      if (next === latest.current.draft) return
      latest.current = { ...latest.current, draft: next }
      latest.current.write(next, what ?? newKey())
    },
    [],
  )
}

function useTypes(sources: readonly Variable[]) {
  return useMemo(() => {
    const types = new Map(sources.map((source) => [source.variableName, source.dataType]))
    return (name: string) => types.get(name)
  }, [sources])
}

const relationship = v.picklist(['AND', 'OR'])

const Criterion = v.object({
  key: v.string(),
  variableName: v.string(),
  condition: v.nullable(v.object({ operator: v.picklist(OPERATORS), values: v.array(v.string()) })),
})

const Group = v.object({ key: v.string(), relationship, criteria: v.array(Criterion) })

/** A browser's stored draft; anything else is discarded. */
const StoredCustomVariableDraft = v.object({
  kind: v.picklist(CUSTOM_VARIABLE_KINDS),
  name: v.nullable(v.string()),
  description: v.string(),
  sources: v.array(v.string()),
  values: v.array(
    v.object({
      key: v.string(),
      name: v.string(),
      description: v.string(),
      relationship,
      parts: v.array(v.union([Group, Criterion])),
    }),
  ),
  defaultKey: v.nullable(v.string()),
  cells: v.record(v.string(), v.string()),
})

interface SavingOptions {
  readonly draft: CustomVariableDraft
  readonly companionOf: (name: string) => ConstructRequest | null
  readonly onSaved: () => void
  readonly beforeSaving: () => void
}

/** Saves a custom variable, one request at a time; keeps the server's error by field. */
function useSaving({ draft, companionOf, onSaved, beforeSaving }: SavingOptions) {
  const services = useServices()
  const showNext = useNextScreen()
  const asked = useRef(draft)
  const post = async (sent: CustomVariableDraft) =>
    saveCustomVariable(services, constructRequest(sent), await projectOfNew(services))
  const { isSending, failure, forgetFailure, send } = useSending(async () => {
    let sent = asked.current
    let saved = await post(sent)
    // A save during a request that is rejected sends the newer draft afterwards.
    while (!saved.ok && asked.current !== sent) {
      sent = asked.current
      saved = await post(sent)
    }
    return saved
  })
  const save = async () => {
    asked.current = draft
    beforeSaving()
    const saved = await send(undefined)
    if (saved === null) return
    const also = companionOf(saved.value)
    // The first is saved: a failure of the second must not keep its draft, which would save it twice.
    const second = also && (await saveCustomVariable(services, also, await projectOfNew(services)))
    if (second?.ok === false) showError(`${also?.name ?? ''}: ${second.message}`)
    onSaved()
    await showNext(
      { id: 'variable.show', args: { variableName: saved.value } },
      savedWords('Custom Variable', saved.value),
    )
  }

  return {
    isSaving: isSending,
    save,
    nameProblem: useNameProblem(),
    refusal: failure === null ? null : refusalOf(failure),
    forgetRefusal: forgetFailure,
  }
}

/** The known source variables in the draft's order; the list is stable while unchanged. */
function useSources(names: readonly string[]): readonly Variable[] {
  const key = names.join(',')
  const sourcesAtom = useMemo(() => {
    const wanted = key.split(',').filter(Boolean)
    return atom((get) => wanted.flatMap((name) => get(variableAtom({ name })).data ?? []))
  }, [key])
  return useAtomValue(sourcesAtom)
}
