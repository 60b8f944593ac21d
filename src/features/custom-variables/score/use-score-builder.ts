import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import * as v from 'valibot'
import { useStableValue } from '#command-kit/hooks.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { savedWords } from '#domain/messages.ts'
import { formulaVariables, mapFormula } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { scoreProblem } from '#domain/scores/score-problem.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { projectOfNew } from '#entities/projects/projects.ts'
import { callStateAtom, useFollowed } from '#entities/server-state/resource.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { saveCustomVariable, type ConstructRequest } from '#features/custom-variables/draft-request.ts'
import { suggestedScoreName, unfinishedForm } from '#features/custom-variables/score/score-form.ts'
import {
  describedMeaning,
  expectedRange,
  outsideFormula,
  rangeProblem,
  type ScoreMeaning,
} from '#features/custom-variables/score/score-meaning.ts'
import { useFreeName, useNameProblem } from '#features/custom-variables/variable-naming.ts'
import { LIVE_MILLISECONDS, useDebounced } from '#ui/forms/use-debounced.ts'
import { leadToField } from '#workspace/builder-frame.tsx'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenAtom, screenState } from '#workspace/screen-state.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

/** An unsaved score. */
export interface ScoreDraft extends ScoreMeaning {
  readonly formula: string
  /** Null while it is the suggestion. */
  readonly name: string | null
}

const StoredScoreDraft = v.object({
  formula: v.string(),
  name: v.nullable(v.string()),
  description: v.string(),
  unit: v.optional(v.string(), ''),
  least: v.optional(v.string(), ''),
  most: v.optional(v.string(), ''),
})

/** The formula counted in a pane's builder; null while there is none or the user is typing. */
const countedScoreAtom = screenState<RequestOf<typeof constructPreview> | null>(null)
const scorePreviewAtom = screenAtom((id) =>
  callStateAtom({ endpoint: constructPreview, key: 'score-preview' }, countedScoreAtom(id)),
)

export type ScoreBuilder = ReturnType<typeof useScoreBuilder>

/**
 * The state of one score builder: the formula, its problem, its live numbers and Save. A copy is saved of an edited
 * score.
 */
export function useScoreBuilder(initial: ScoreDraft, isEdit: boolean) {
  const kept = useDraft<ScoreDraft>(StoredScoreDraft, initial)
  const { formula } = kept.draft
  const read = useMemo(() => readFormula(formula), [formula])
  const names = useMemo(() => ('fault' in read ? [] : formulaVariables(read.formula)), [read])
  const catalog = useAtomValue(catalogAtom).data
  const typeOf = useMemo(
    () => new Map(catalog?.map((hit) => [hit.variableName.toUpperCase(), hit.dataType])),
    [catalog],
  )
  const problem = problemOf(formula, read, names, catalog === undefined ? null : typeOf)
  const isWaiting = !('fault' in read) && catalog === undefined
  const isKnown = catalog === undefined || names.every((name) => typeOf.has(name))
  const suggestion = useFreeName(suggestedScoreName(formula, isKnown ? names : []))
  const nameProblem = useNameProblem()
  const draft = { ...kept.draft, name: kept.draft.name ?? suggestion }

  const canPreview = useAtomValue(isOfferedAtom)(constructPreview)
  const steady = useStableValue(
    canPreview && problem === null ? { ...requestOf(draft), name: '', description: '' } : null,
  )
  const settled = useDebounced(steady, LIVE_MILLISECONDS)
  const paneId = usePaneId()
  const live = useFollowed(countedScoreAtom(paneId), scorePreviewAtom(paneId), settled === steady ? steady : null)

  const saving = useScoreSaving(draft, kept.discard)
  const nameFault = draft.name === '' ? 'Name the variable.' : VARIABLE_NAME.problem(draft.name)
  const missing = problem ?? nameFault ?? rangeProblem(draft)
  const range = expectedRange(draft)
  const outsideRequest = steady && range ? { ...steady, formula: outsideFormula(formula, range) } : null
  const available = missing === null ? !saving.isSaving || ('pending' as const) : { because: missing }
  const lead = () => leadToField(paneId, problem === null && nameFault !== null ? 'name' : 'definition')
  usePaneActions({
    [isEdit ? 'form.save-copy' : 'form.save']: {
      available,
      availableByKey: missing === null || { because: missing },
      lead,
      run: saving.save,
    },
  })
  return {
    draft,
    /** Null while the formula is incomplete or the variables load. */
    problem: isWaiting || formula.trim() === '' || ('fault' in read && unfinishedForm(formula)) ? null : problem,
    /** Whether all names of the formula are variables, as far as the variables are loaded. */
    isKnown,
    missing,
    lead,
    change: (part: Partial<ScoreDraft>, what: string) => {
      saving.forgetFailure()
      kept.setDraft({ ...kept.draft, ...part }, what)
    },
    isChanged: kept.isChanged,
    discard: kept.discard,
    request: requestOf(draft),
    live: {
      canPreview,
      query: live,
      data: steady === null ? undefined : live.data,
      isOlder: settled !== steady || live.isPlaceholderData,
    },
    range,
    /** Counts the individuals outside the expected range, as a sum. */
    outsideRequest: settled === steady ? outsideRequest : null,
    saving,
    nameProblem,
  }
}

/** Why the formula gives no score; the first character is 1. Null types while they load. The server knows the codes. */
function problemOf(
  text: string,
  read: ReturnType<typeof readFormula>,
  names: readonly string[],
  types: ReadonlyMap<string, string> | null,
): string | null {
  if (text.trim() === '') return 'Choose variables or type a formula.'
  if ('fault' in read && unfinishedForm(text)) return 'Complete the calculation.'
  if ('fault' in read) return `At character ${read.fault.offset + 1}: ${read.fault.message}`
  if (types === null) return 'Wait for the variables.'
  const unknown = names.find((name) => !types.has(name))
  if (unknown !== undefined) return `There is no variable ${unknown}.`
  return scoreProblem(
    mapFormula(read.formula, (name) => ({ name, dataType: types.get(name) ?? '', possibleValues: [] })),
  )
}

function requestOf({ formula, name, ...meaning }: ScoreDraft & { readonly name: string }): ConstructRequest {
  const read = readFormula(formula)
  return {
    name,
    constructType: SCORE,
    description: describedMeaning(meaning),
    defaultValue: '',
    variables: 'fault' in read ? [] : [...formulaVariables(read.formula)],
    values: [],
    formula,
  }
}

function useScoreSaving(draft: ScoreDraft & { readonly name: string }, onSaved: () => void) {
  const services = useServices()
  const showNext = useNextScreen()
  const { isSending, failure, forgetFailure, send } = useSending(async () =>
    saveCustomVariable(services, requestOf(draft), await projectOfNew(services)),
  )
  return {
    isSaving: isSending,
    failure,
    forgetFailure,
    save: async () => {
      const saved = await send(undefined)
      if (saved === null) return
      onSaved()
      await showNext(
        { id: 'variable.show', args: { variableName: saved.value } },
        savedWords('Custom Variable', saved.value),
      )
    },
  }
}
