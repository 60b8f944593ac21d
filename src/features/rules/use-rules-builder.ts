import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import type { Split } from '#contract/shapes/entities.ts'
import { rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { rulesProblem } from '#domain/cohorts/rules.ts'
import { useCode } from '#entities/code/use-code.ts'
import { hasNoIndividuals, missingForSave, type DraftNaming } from '#entities/cohorts/building/cohort-draft.ts'
import { useCohortSaving, type AfterSaving, type CohortSaver } from '#entities/cohorts/building/use-cohort-saving.ts'
import {
  newRuleKey,
  StoredRulesDraft,
  emptyProblem,
  firstProblem,
  isRuleComplete,
  openRuleKey,
  type RulesDraft,
} from '#entities/rules/rule-draft.ts'
import { suggestedRulesName } from '#entities/rules/rule-sentence.ts'
import { completedRules, pathText, type CompletedRules } from '#entities/rules/rules-of-draft.ts'
import { useRuleNames, type RulesRequest, type RuleLookup } from '#entities/rules/saved-rules.ts'
import { useFollowed } from '#entities/server-state/resource.ts'
import { leadToRule } from '#features/rules/rule-focus.ts'
import { openBuilderAtom, rulesPreviewAtom, rulesRequestAtom, type EditRules } from '#features/rules/rules-state.ts'
import { RULES_SAVER } from '#features/rules/save-rules.ts'
import { useSettled } from '#ui/forms/use-debounced.ts'
import { leadToField } from '#workspace/builder-frame.tsx'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'

export type RulesBuilder = ReturnType<typeof useBuilderOf>

/** How rules are saved. */
export interface RulesSaving {
  readonly saver: CohortSaver<RulesRequest>
  /** Why the rules cannot be saved this way, or null. */
  readonly problem: string | null
  /** Why single rules cannot, by their keys. */
  readonly problems: ReadonlyMap<string, string>
}

const TEXT_PROBLEM = 'Mend the text of the rules first.'

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map()
const NATIVE: RulesSaving = { saver: RULES_SAVER, problem: null, problems: NO_PROBLEMS }

export type RulesDefinition = ReturnType<typeof useRulesDefinition>

/** The draft of a builder, and its rules as a request. */
export function useRulesDefinition(initial: RulesDraft, editedId: number | null) {
  const kept = useDraft<RulesDraft>(StoredRulesDraft, initial)
  const { draft } = kept
  const names = useRuleNames(draft.top)
  return { kept, draft, names, ...useRulesRequest(draft, names, editedId) }
}

/** The state of one builder by rules. `editedId` is the cohort whose definition is edited, or null. */
export function useRulesBuilder(initial: RulesDraft, editedId: number | null) {
  return useBuilderOf(useRulesDefinition(initial, editedId), null, editedId === null ? 'form.save' : 'form.save-copy')
}

/** The state of a builder; with another way to save there are no previews. A copy is saved of edited rules. */
export function useBuilderOf(
  definition: RulesDefinition,
  other: RulesSaving | null,
  saveId: 'form.save' | 'form.save-copy' = 'form.save',
) {
  const { kept, draft, names, completed } = definition
  const { request } = completed
  const paneId = usePaneId()
  const { saver, problems, problem: refused } = other ?? NATIVE
  const problem = (draft.text === undefined ? null : TEXT_PROBLEM) ?? definition.problem ?? refused
  const settled = useSettled(other === null ? request : null)
  const live = useFollowed(rulesRequestAtom(paneId), rulesPreviewAtom(paneId), settled)
  const { counts, stepCounts } = useRuleCounts(completed)
  const isPreviewed = settled !== null && live.data !== undefined && !live.isPlaceholderData && !live.isError
  const isEmpty = isPreviewed ? hasNoIndividuals(live.data.data) : other === null ? null : false

  const change = useEdit(draft, kept.setDraft)
  const suggestion = request === null ? '' : suggestedRulesName(draft.top, names)
  const { naming, ...saving } = useCohortSaving({
    saver,
    draft,
    suggestion,
    onNaming: change,
    onSaved: kept.discard,
  })
  const [missing, ...others] = missingForSave({ incomplete: problem, isEmpty, hasFailed: live.isError }, naming)
  const byKey = [missing, ...others].find((one) => one?.what !== 'preview')
  const waitsFor = (because: string | undefined) =>
    because === undefined ? !saving.isSaving || ('pending' as const) : { because }
  const save = async (then: AfterSaving) => {
    if (request !== null) await saving.save(savedRequest(request), isEmpty === false, then)
  }
  const available = {
    available: waitsFor(missing?.words),
    // The shortcut may precede the preview: Save then previews first.
    availableByKey: waitsFor(byKey?.words),
    lead: () => {
      const [faulty] = problems.keys()
      const key = openRuleKey(draft.top, names.find) ?? faulty
      if (byKey?.what === 'name') leadToField(paneId, 'name')
      else if (byKey?.what === 'definition' && key !== undefined) leadToRule(paneId, key)
    },
  }
  useCode(request && { kind: 'expression', rules: request.rules })
  usePaneActions({
    [saveId]: { ...available, run: () => save('show') },
    'form.save-and-narrow': { ...available, run: () => save('narrow') },
  })
  const edit: EditRules = useMemo(() => (step, what) => change((before) => ({ top: step(before.top) }), what), [change])
  const offer = useSetAtom(openBuilderAtom(paneId))
  useEffect(() => {
    offer({ edit })
    return () => offer(null)
  }, [offer, edit])

  return {
    draft,
    names,
    problems,
    isSaving: saving.isSaving,
    edit,
    change,
    counts,
    stepCounts,
    completed,
    request,
    isChanged: kept.isChanged,
    discard: kept.discard,
    lead: available.lead,
    naming,
    changeNaming: (part: Partial<DraftNaming>) => {
      saving.forgetFailure()
      change(part)
    },
    live: {
      data: request === null || live.data === undefined ? undefined : { ...live.data, totals: null },
      // The rules are those of the last text that could be read.
      isOlder: live.isPlaceholderData || live.isFetching || draft.text !== undefined,
      query: live,
    },
    /** Some of the rules can be counted. */
    isComplete: request !== null,
    incomplete: problem ?? '',
    missing: missing?.what === 'members' ? missing.words : problem,
    isNameSuggested: draft.name === null,
    suggestion,
    nameProblem: saving.nameProblem,
    failure: saving.failure,
  }
}

/** A saved cohort is not compared with another. */
function savedRequest({ parentId, rules }: RulesRequest): RulesRequest {
  return { parentId, rules }
}

/** The request of the complete rules; null if there is nothing to count. */
function useRulesRequest({ top, parentId }: RulesDraft, { find, isLoading }: RuleLookup, editedId: number | null) {
  return useMemo(() => {
    const completed = completedRules(top, (rule) => isRuleComplete(rule, find))
    const ofAll = rulesProblem(completed.top)
    const problem = isLoading ? 'Wait for the variables.' : (firstProblem(top, find) ?? ofAll ?? emptyProblem(top))
    const cohort = editedId === null ? {} : { cohortId: editedId }
    const request: RulesRequest | null =
      ofAll === null ? { parentId, rules: rulesSent(completed.top), ...cohort } : null
    if (request !== null) keysByRequest.set(request, completed.keys)
    return { completed: { ...completed, request }, problem }
  }, [top, parentId, find, isLoading, editedId])
}

/** The keys of a request's rules by position: the shown counts may belong to an older request. */
const keysByRequest = new WeakMap<RulesRequest, ReadonlyMap<string, string>>()

type CountsByKey = ReadonlyMap<string, Split>

/** The outcomes of each counted rule, and of each step, by its key; while newer ones are counted, the previous ones. */
function useRuleCounts({ request, keys }: Completed): {
  readonly counts: CountsByKey
  readonly stepCounts: CountsByKey
} {
  const { answered, result } = useAtomValue(rulesPreviewAtom(usePaneId()))
  const { data } = result
  return useMemo(() => {
    const isCurrent = JSON.stringify(answered) === JSON.stringify(request)
    const keysOfData = isCurrent ? keys : answered && keysByRequest.get(answered)
    const byKey = (counted: NonNullable<typeof data>['rules'] = []) =>
      new Map(
        counted.flatMap(({ path, split }) => {
          const key = keysOfData?.get(pathText(path))
          return key === undefined ? [] : [[key, split] as const]
        }),
      )
    return { counts: byKey(data?.rules), stepCounts: byKey(data?.steps) }
  }, [answered, data, request, keys])
}

interface Completed extends CompletedRules {
  readonly request: RulesRequest | null
}

/** A stable function: rows need not render again; one event may make several edits. */
function useEdit(draft: RulesDraft, write: (next: RulesDraft, what: string) => void) {
  const latest = useRef({ draft, write })
  useEffect(() => {
    latest.current = { draft, write }
  })
  return useMemo(
    () => (part: Partial<RulesDraft> | ((before: RulesDraft) => Partial<RulesDraft>), what?: string) => {
      const before = latest.current.draft
      const next = { ...before, ...(typeof part === 'function' ? part(before) : part) }
      if (next.top === before.top && typeof part === 'function') return
      latest.current = { ...latest.current, draft: next }
      latest.current.write(next, what ?? newRuleKey())
    },
    [],
  )
}
