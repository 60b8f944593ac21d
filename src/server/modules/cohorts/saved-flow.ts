import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import {
  flowOfLineage,
  type FlowCohort,
  type FlowRule,
  cohortsOf as cohortsOfLineage,
  lineageWithArms,
  type LineageStep,
} from '#contract/shapes/cohort-flow.ts'
import { pedigreeCriterion } from '#contract/shapes/cohort-words.ts'
import type { Cohort, Split } from '#contract/shapes/shapes.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import type { FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { inlineRule, stratumSentence } from '#domain/cohorts/rule-words.ts'
import { successiveRules, type RuleGroup } from '#domain/cohorts/rules.ts'
import { PRESENCE_WORDS } from '#domain/conditions/condition-line.ts'
import { conditionWords } from '#domain/conditions/constraint.ts'
import { FLOW_PREVIEWS_MAX } from '#domain/limits.ts'
import { countsFor } from '#server/disclosure/reader-counts.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { previewCohort, previewCohortByRules, type PreviewServices } from '#server/modules/cohorts/preview-cohort.ts'
import { readRules, rulesOfSaved } from '#server/modules/cohorts/read-rules.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { cohortsOf } from '#server/store/cohorts/cohorts.ts'

interface FlowServices extends PreviewServices {
  readonly evaluateRules: EvaluateRules
}

/** The meaning of a code of a variable; "" for none. */
type MeaningOf = (variableName: string, code: string) => string

/** Reads the CONSORT flow of a saved cohort, with the numbers of its page. */
export function createSavedFlow(services: FlowServices) {
  /** `ancestry`: the cohort and its ancestors, with counts as the user may see them. */
  return async (
    connection: Connection,
    user: User,
    cohortId: number,
    { ancestry, meaningOf }: { readonly ancestry: readonly Cohort[]; readonly meaningOf: MeaningOf },
  ): Promise<readonly FlowStep[]> => {
    const known = ancestry.map((cohort) => fromWire(cohort))
    const cohort = known.find((ancestor) => ancestor.cohortId === cohortId)
    if (!cohort) return []
    const byId = new Map(ancestry.map((ancestor) => [ancestor.cohortid, ancestor]))
    const saved = new Map(
      (await cohortsOf(connection, user.accountId)).map((savedCohort) => [savedCohort.cohortid, savedCohort]),
    )
    const nameOf = (id: number) => byId.get(id)?.name ?? saved.get(id)?.name ?? `cohort ${id}`
    const reader = { connection, services, user, meaningOf, nameOf }
    const tree = lineageWithArms(cohort, known)
    const numbers = new Map<number, FlowNumbers>()
    for (const [place, { cohortId: id, rowCount, counted }] of cohortsOfLineage(tree).toReversed().entries()) {
      const isCounted = rowCount !== null && counted?.isCurrent !== false && place < FLOW_PREVIEWS_MAX
      const savedCohort = saved.get(id)
      numbers.set(id, {
        split: isCounted && savedCohort ? await orNull(() => splitOf(reader, savedCohort)) : null,
        rules: (isCounted && savedCohort ? await orNull(() => rulesOf(reader, savedCohort)) : null) ?? [],
        ...(await countedParts(reader, savedCohort ?? null, id)),
      })
    }
    const flowCohort = ({ cohort: each, second, arm }: LineageStep): FlowCohort => ({
      ...(numbers.get(each.cohortId) ?? { split: null, rules: [], families: null, placeholders: null }),
      cohort: each,
      words: definitionWords(each, meaningOf),
      second,
      arm: arm.map(flowCohort),
    })
    return flowOfLineage(tree.map(flowCohort))
  }
}

type FlowNumbers = Pick<FlowCohort, 'split' | 'rules' | 'families' | 'placeholders'>

/** A definition that cannot be counted any more, such as of a removed variable, has no outcomes. */
async function orNull<Value>(read: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

interface FlowReader {
  readonly connection: Connection
  readonly services: FlowServices
  readonly user: User
  readonly meaningOf: MeaningOf
  readonly nameOf: (cohortId: number) => string
}

async function splitOf({ connection, services, user }: FlowReader, cohort: SavedCohort) {
  const { parent_id, secondparent_id, variable_name, constraint_type, constraint_values } = cohort
  const isSubset = cohortKind(constraint_type) === 'subset'
  if (!isSubset && constraint_type !== 'INTERSECT') return null
  const kind = isSubset
    ? ({ cohort_type: 'subset', variable: variable_name, constraint_values } as const)
    : ({ cohort_type: 'compound', secondparent_id } as const)
  const draft: CohortDraft = { parent_id, name: '', description: '', constraint_type, ...kind }
  const { split } = await previewCohort(connection, services, user, draft)
  return split ? namedSplit(split) : null
}

const namedSplit = (split: Split) => fromWire(split)

async function rulesOf(
  { connection, services, user, meaningOf, nameOf }: FlowReader,
  cohort: SavedCohort,
): Promise<readonly FlowRule[] | null> {
  if (cohortKind(cohort.constraint_type) !== 'rules') return null
  const definition = rulesOfSaved(cohort)
  if (!definition) return null
  const known = await services.variables.ofAccount(connection, user.accountId)
  const plan = await readRules(connection, known, user, definition)
  const { steps } = await previewCohortByRules(connection, services, user, plan, null)
  if (!steps) return null
  const splits = new Map(steps.map(({ path, split }) => [path.join('.'), namedSplit(split)]))
  return successiveRules<AnyVariable>(plan.rules).map(({ path, rule }) => ({
    words: inlineRule<Exclude<typeof rule, RuleGroup<AnyVariable>>>(rule, (leaf) => {
      if (leaf.kind === 'cohort') return `In ${nameOf(leaf.cohortId)}`
      if (leaf.kind === 'stratum') return stratumSentence(leaf)
      const { variable, condition } = leaf
      return flowWords(variable.name, condition.operator, condition.values, (code) =>
        codeWords(meaningOf, variable.name, code),
      )
    }),
    split: splits.get(path.join('.')) ?? null,
  }))
}

/** Numbers of the cohort's summary; null with disclosure control. */
async function countedParts({ connection, services, user }: FlowReader, cohort: SavedCohort | null, cohortId: number) {
  if (!services.settings.capabilities.includes('totals')) return { families: null, placeholders: null }
  const known = await services.variables.ofAccount(connection, user.accountId)
  const { totals, placeholders } = await countsFor(connection, services, user).ofCohort(cohort, cohortId, known)
  return { families: totals?.pedigrees ?? null, placeholders: placeholders ?? null }
}

function definitionWords(cohort: FlowCohort['cohort'], meaningOf: MeaningOf): string {
  const { variableName, constraintType, constraintValues } = cohort
  const meaning = (code: string) => codeWords(meaningOf, variableName ?? '', code)
  if (cohortKind(constraintType) === 'pedigree') {
    return variableName === null ? 'all relatives' : `families${pedigreeCriterion(cohort, meaning)}`
  }
  return flowWords(variableName ?? '', constraintType ?? '', constraintValues, meaning)
}

/** The label of this operator is a warning in the list of operators (spec section 4). */
function flowWords(name: string, operator: string, ...rest: [readonly string[], (code: string) => string]): string {
  return operator === 'EXISTS' ? `${name} ${PRESENCE_WORDS.EXISTS}` : conditionWords(name, operator, ...rest)
}

function codeWords(meaningOf: MeaningOf, variableName: string, code: string): string {
  const meaning = meaningOf(variableName, code)
  return meaning === '' ? code : `${code} (${meaning})`
}
