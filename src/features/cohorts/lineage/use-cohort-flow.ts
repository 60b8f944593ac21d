import { useQueries } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { cohortPreview, type cohortSummary } from '#contract/cohorts.ts'
import { rulesPreview, type rulesInfo } from '#contract/rules.ts'
import {
  flowOfLineage,
  keyInArm,
  ruleStepKey,
  type FlowCohort,
  type FlowRule,
  type StepSplit,
  cohortsOf,
  lineageWithArms,
  type LineageStep,
} from '#contract/shapes/cohort-flow.ts'
import type { Cohort, Split } from '#contract/shapes/entities.ts'
import { rulesSent } from '#contract/shapes/rules-of-definition.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import type { FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { successiveRules } from '#domain/cohorts/rules.ts'
import { FLOW_PREVIEWS_MAX } from '#domain/limits.ts'
import { savedSplitRequest } from '#entities/cohorts/building/cohort-draft.ts'
import { cohortsAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { definitionWords, inWords } from '#entities/rules/definition-words.ts'
import { draftRules, variableNamesOf, type DraftRule } from '#entities/rules/rule-draft.ts'
import { inlineRule, type RuleNames } from '#entities/rules/rule-sentence.ts'
import { completedRules, draftOfRules, pathText } from '#entities/rules/rules-of-draft.ts'
import { savedRulesAtom, useNames, type RulesRequest } from '#entities/rules/saved-rules.ts'
import { followingQuery, useCall } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'

export interface CohortFlow {
  readonly steps: readonly FlowStep[]
  /** The steps with questions and meanings in place of names and codes. */
  readonly stepsInWords: () => readonly FlowStep[]
  /** By the keys of the steps in their arms. */
  readonly targets: ReadonlyMap<string, FlowTarget>
}

/** The individuals of a step's box: the members of a cohort, or of its parent who match its first rules. */
export interface FlowTarget {
  readonly cohort: Cohort
  /** The rules up to this step; empty for a step without counted rules. */
  readonly rules: readonly DraftRule[]
  readonly isCohort: boolean
}

/** The flow of a cohort's lineage; undefined until its boxes are known, null without the list of cohorts. */
export function useCohortFlow(cohort: Cohort): CohortFlow | undefined | null {
  const { data: known, error } = useAtomValue(cohortsAtom)
  const tree = useMemo(() => (known ? lineageWithArms(cohort, known) : []), [cohort, known])
  const lineage = useMemo(() => cohortsOf(tree), [tree])
  const rules = useSavedRules(lineage)
  const splits = useSubsetSplits(lineage)
  const counts = useRuleSteps(rules ?? NO_RULES)
  const summaries = useSummaries(lineage)
  const subsetNames = lineage.flatMap(({ variableName }) => variableName ?? [])
  const names = useNames([
    ...new Set([...subsetNames, ...[...(rules ?? [])].flatMap(([, { variables }]) => variables)]),
  ])
  if (known === undefined) return error ? null : undefined
  if (rules === undefined || summaries === undefined) return undefined
  const stepsIn = (words: RuleNames) => {
    const flowCohort = ({ cohort: each, second, arm }: LineageStep): FlowCohort => {
      const { cohortId } = each
      return {
        cohort: each,
        words: definitionWords(each, words),
        split: splits.has(cohortId) ? splits.get(cohortId) : null,
        rules: flowRules(rules.get(cohortId), counts.get(cohortId), words),
        families: summaries.get(cohortId)?.totals?.pedigrees ?? null,
        placeholders: summaries.get(cohortId)?.placeholders ?? null,
        second,
        arm: arm.map(flowCohort),
      }
    }
    return flowOfLineage(tree.map(flowCohort))
  }
  const steps = stepsIn(names)
  return { steps, stepsInWords: () => stepsIn(inWords(names)), targets: targetsOf(steps, lineage, rules) }
}

function targetsOf(
  steps: readonly FlowStep[],
  lineage: readonly Cohort[],
  rules: ReadonlyMap<number, SavedRules>,
): ReadonlyMap<string, FlowTarget> {
  const shown = new Set(steps.map(({ key }) => keyInArm(key)))
  return new Map<string, FlowTarget>(
    lineage.flatMap((cohort): (readonly [string, FlowTarget])[] => {
      const key = String(cohort.cohortId)
      const successive = (rules.get(cohort.cohortId)?.successive ?? []).map(([, rule]) => rule)
      const places = [...successive.keys()].filter((place) => shown.has(ruleStepKey(key, place)))
      const ofRules = places.map((place) => {
        return [ruleStepKey(key, place), { cohort, rules: successive.slice(0, place + 1), isCohort: false }] as const
      })
      return [...ofRules, [key, { cohort, rules: places.length > 0 ? successive : [], isCohort: true }] as const]
    }),
  )
}

/** Counts of an older state of the data, and suppressed ones, have no parts that add up. */
function isCounted({ rowCount, counted }: Cohort): boolean {
  return rowCount !== null && counted?.isCurrent !== false
}

interface SavedRules {
  readonly request: RulesRequest
  /** The successive rules by their positions. */
  readonly successive: readonly (readonly [path: string, rule: DraftRule])[]
  readonly variables: readonly string[]
}

const NO_RULES: ReadonlyMap<number, SavedRules> = new Map()

/** The rules of the lineage's cohorts by rules, if their steps can be counted; undefined while they load. */
function useSavedRules(lineage: readonly Cohort[]): ReadonlyMap<number, SavedRules> | undefined {
  const isOffered = useAtomValue(capabilitiesAtom).includes('rule-steps')
  const savedAtom = useMemo(() => {
    const ids = lineage
      .filter((cohort) => isOffered && isCounted(cohort) && cohortKind(cohort.constraintType) === 'rules')
      .map(({ cohortId }) => cohortId)
    return atom((get) => ids.map((id) => [id, get(savedRulesAtom(id))] as const))
  }, [lineage, isOffered])
  const saved = useAtomValue(savedAtom)
  const isPending = saved.some(([, { data, error }]) => data === undefined && error === null)
  const version = saved.map(([id, { data }]) => `${id} ${JSON.stringify(data)}`).join()
  return useMemo(
    () =>
      isPending ? undefined : new Map(saved.flatMap(([id, { data }]) => (data ? [[id, savedRulesOf(data)]] : []))),
    // oxlint-disable-next-line react/exhaustive-deps -- resources are new objects on each render
    [version, isPending],
  )
}

function savedRulesOf({ parentId, rules }: ResponseOf<typeof rulesInfo>): SavedRules {
  const draft = draftOfRules(rules)
  const { top, keys } = completedRules(draft, () => true)
  const byKey = new Map(draftRules(draft).map(({ rule }) => [rule.key, rule]))
  return {
    request: { parentId, rules: rulesSent(top) },
    successive: successiveRules(top).flatMap(({ path }) => {
      const rule = byKey.get(keys.get(pathText(path)) ?? '')
      return rule ? [[pathText(path), rule] as const] : []
    }),
    variables: variableNamesOf(draft),
  }
}

/** The outcomes of the parent's individuals; undefined while they load, null if the data have changed. */
export function useRulesSplit(cohort: Cohort): Split | undefined | null {
  const saved = useSavedRules(useMemo(() => [cohort], [cohort]))
  const request = saved?.get(cohort.cohortId)?.request ?? null
  const { data, isPlaceholderData, isError } = useCall({ endpoint: rulesPreview, request, key: 'rules-preview' })
  if (isError || saved?.size === 0) return null
  if (data === undefined || isPlaceholderData) return undefined
  return data.split?.match === cohort.rowCount ? data.split : null
}

type Steps = ResponseOf<typeof rulesPreview>['steps']

function useRuleSteps(rules: ReadonlyMap<number, SavedRules>): ReadonlyMap<number, Steps | null> {
  const { call, queryClient } = useServices()
  const some = [...rules].slice(0, FLOW_PREVIEWS_MAX)
  const queries = useQueries(
    {
      queries: some.map(([, { request }]) =>
        followingQuery({ endpoint: rulesPreview, key: 'rules-preview' }, request, call),
      ),
    },
    queryClient,
  )
  return new Map(
    some.map(([id], place) => {
      const query = queries[place]
      return [id, query === undefined || query.isError ? null : query.isPlaceholderData ? undefined : query.data?.steps]
    }),
  )
}

/** The outcomes of the parents' members for the lineage's subsets; undefined while they load. */
function useSubsetSplits(lineage: readonly Cohort[]): ReadonlyMap<number, StepSplit> {
  const { call, queryClient } = useServices()
  const isOffered = useAtomValue(capabilitiesAtom).includes('split')
  const requests = lineage
    .flatMap((cohort) => {
      const request = isOffered && isCounted(cohort) ? savedSplitRequest(cohort) : null
      return request ? [[cohort.cohortId, request] as const] : []
    })
    .slice(-FLOW_PREVIEWS_MAX)
  const queries = useQueries(
    {
      queries: requests.map(([, request]) =>
        followingQuery({ endpoint: cohortPreview, key: 'cohort-preview' }, request, call),
      ),
    },
    queryClient,
  )
  return new Map(
    requests.map(([id], place) => {
      const query = queries[place]
      return [id, query === undefined || query.isError ? null : query.isPlaceholderData ? undefined : query.data?.split]
    }),
  )
}

/** The summaries of the cohorts whose members may be relatives without data; undefined while they load. */
function useSummaries(lineage: readonly Cohort[]): ReadonlyMap<number, ResponseOf<typeof cohortSummary>> | undefined {
  const isOffered = useAtomValue(capabilitiesAtom).includes('totals')
  const summariesAtom = useMemo(() => {
    const ids = lineage
      .filter(({ constraintType }) => isOffered && cohortKind(constraintType) !== 'subset')
      .map(({ cohortId }) => cohortId)
    return atom((get) => ids.map((id) => [id, get(cohortSummaryAtom(id))] as const))
  }, [lineage, isOffered])
  const summaries = useAtomValue(summariesAtom)
  if (summaries.some(([, { data, error }]) => data === undefined && error === null)) return undefined
  return new Map(summaries.flatMap(([id, { data }]) => (data ? [[id, data]] : [])))
}

function flowRules(saved: SavedRules | undefined, steps: Steps | null, names: RuleNames): readonly FlowRule[] {
  if (saved === undefined || steps === null) return []
  const splits = new Map(steps?.map(({ path, split }) => [pathText(path), split]))
  return saved.successive.map(([path, rule]) => ({
    words: inlineRule(rule, names),
    split: steps === undefined ? undefined : (splits.get(path) ?? null),
  }))
}
