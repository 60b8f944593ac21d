import type { ConstructPreview } from '#contract/custom-variable-drafts.ts'
import type { RulesPreview } from '#contract/rules.ts'
import type { DistributionOfCohort, Overlap, Sketch } from '#contract/shapes/shapes-of-extensions.ts'
import type { Cohort, Split } from '#contract/shapes/shapes.ts'
import { type Reader, accessTo, mayRead } from '#domain/access.ts'
import { isAllUnreadable } from '#server/disclosure/guard/disclosure-control.ts'
import { type GuardContext, type GuardServices, guardContext } from '#server/disclosure/guard/guard-context.ts'
import { partsOfCohort } from '#server/disclosure/members/cohort-parts.ts'
import { hideRowcounts, readableCohorts } from '#server/disclosure/suppressed/cohort-sizes.ts'
import { type Description, descriptionOf } from '#server/disclosure/suppressed/descriptions.ts'
import {
  type UnreadableRows,
  rowsOfCohort,
  rowsOfPlan,
  suppressedRows,
} from '#server/disclosure/suppressed/plan-rows.ts'
import type { SketchReader } from '#server/disclosure/suppressed/sparklines.ts'
import { countSuppressedAnswers, readSuppressedDistribution } from '#server/disclosure/suppressed/suppressed-answers.ts'
import { previewSuppressed } from '#server/disclosure/suppressed/suppressed-custom-variable.ts'
import { readSuppressedOverlap } from '#server/disclosure/suppressed/suppressed-overlap.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import {
  type CohortPlan,
  type PlanCounts,
  countPlan,
  savedPedigree,
  summarise,
} from '#server/engine/cohorts/cohort-plan.ts'
import { type RulesPlan, previewRules } from '#server/engine/cohorts/rules.ts'
import { type PreviewQuery, previewConstruct } from '#server/engine/counts/custom-variable-preview.ts'
import {
  isReadableOnly,
  questionOf,
  type DescribedQuestion,
  type DescriptionGroups,
} from '#server/engine/counts/describe-answers.ts'
import {
  type DistributionQuery,
  readDistribution,
  uncountedCollections,
  unreadCollections,
} from '#server/engine/counts/distribution.ts'
import { readOverlap } from '#server/engine/counts/overlap.ts'
import type { TopAnswers } from '#server/engine/counts/top-answers.ts'
import { countUndecided } from '#server/engine/counts/undecided.ts'
import type { DownloadExtent } from '#server/engine/downloads/extent.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { AnswerCounts } from '#server/model/catalog.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import { CostsTooMuch } from '#server/model/nesting.ts'
import { type User, countsReadableOnly, isSuppressing } from '#server/model/user.ts'
import type { AnyVariable, UserVariables } from '#server/model/variable.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { withDiscardedChanges } from '#server/platform/db/write-lock.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { cohortsOf, collectionsOf } from '#server/store/cohorts/cohorts.ts'
import type { RerunCohort } from '#server/store/dependants.ts'

/**
 * The one door to counts: what a reader may see of them, whatever UNREADABLE_COUNTS is. No route asks whether counts are
 * suppressed before it counts.
 */
export interface ReaderCounts {
  /** Counts of a draft. */
  readonly ofPlan: (plan: CohortPlan, variables: UserVariables) => Promise<PlanCounts>
  /** Counts of rules, compared with a saved cohort if one is passed. */
  readonly ofRules: (plan: RulesPlan, savedId: number | null, evaluate: EvaluateRules) => Promise<RulesPreview>
  /** Counts of a saved cohort, or of All Individuals (null). */
  readonly ofCohort: (cohort: SavedCohort | null, cohortId: number, variables: UserVariables) => Promise<PlanCounts>
  /** The cohorts with their sizes. */
  readonly ofCohorts: (cohorts: readonly Cohort[]) => Promise<Cohort[]>
  readonly ofOverlap: (cohortIds: readonly number[]) => Promise<Overlap[]>
  readonly ofDistribution: (query: Omit<DistributionQuery, 'reader'>) => Promise<DistributionOfCohort[]>
  readonly ofAnswers: (cohortId: number, variable: AnyVariable, countAnswers: TopAnswers) => Promise<AnswerCounts>
  readonly ofGroups: (groups: DescriptionGroups) => Promise<Description>
  readonly ofConstruct: (query: Omit<PreviewQuery, 'reader' | 'part'>) => Promise<ConstructPreview>
  readonly ofSketch: (variable: AnyVariable, sketches: SketchReader) => Promise<Sketch | null>
  /** Individuals that a download leaves out, for want of access. */
  readonly ofExcluded: (excluded: DownloadExtent['excluded'], cohortId: number) => Promise<DownloadExtent['excluded']>
  /** Collections that are in no statistic of a part of the individuals. */
  readonly leftOutOf: (cohortId: number, part: Population['part']) => Promise<string[]>
  /** Cells of several variables have no ledger: where counts are suppressed, they are of readable individuals alone. */
  readonly partOf: (variables: readonly AnyVariable[]) => Promise<Population['part']>
  /** Families that the reader may not read as a whole. */
  readonly ofExcludedFamilies: (excluded: number) => Promise<number | null>
}

/**
 * The difference of two counts, or anything else that confirms a guess of answers, such as a hash of them; null for
 * readers who may not know all answers.
 */
export function differenceFor<Value>(reader: Reader, read: () => Value): Value | null {
  return isSuppressing(reader) ? null : read()
}

interface Rerun {
  readonly rerun: readonly RerunCohort[] | null
  readonly problem: string | null
}

/** The cohorts that a replacement runs again, with their sizes. The replacement is rolled back. */
export async function rerunFor(
  database: Database,
  reader: Reader,
  replace: (tx: Connection) => Promise<Pick<Rerun, 'rerun'>>,
  signal: AbortSignal,
): Promise<Rerun> {
  try {
    const replaced = await differenceFor(reader, () => withDiscardedChanges(database, replace, signal))
    return { rerun: replaced && replaced.rerun, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { rerun: [], problem: error.message }
  }
}

/** A count of the answers of all individuals; null for readers who are given counts of the readable ones alone. */
export function countOfAllFor(reader: Reader, read: () => number): number | null {
  return countsReadableOnly(reader) ? null : read()
}

/** The collections that are counted nowhere, and whether small counts of the others are suppressed. */
export function disclosureFor(reader: Reader, collections: readonly string[]) {
  const isWithin = countsReadableOnly(reader)
  return {
    disclosure_control: isSuppressing(reader) && !isWithin,
    not_counted: isWithin ? accessTo(reader, collections).closed : [],
  }
}

export function countsFor(connection: Connection, services: GuardServices, reader: User): ReaderCounts {
  const { bitmaps, countAnswers } = services
  let found: Promise<GuardContext | null> | null = null
  const uncounted = async () => {
    const left_out = await uncountedCollections(connection, reader)
    return left_out.length > 0 ? { left_out } : {}
  }
  const guard = () => (found ??= guardContext(connection, services, reader))
  return {
    ofPlan: async (plan, variables) => {
      const context = await guard()
      const unreadable = context && (await rowsOfPlan(context, plan))
      if (unreadable) {
        const counts = readsNoCollection(context) ? NO_READABLE_COUNTS : await countPlan(connection, bitmaps, plan)
        return withUnreadable(reader, counts, unreadable)
      }
      const counts = await countPlan(connection, bitmaps, plan)
      return {
        ...counts,
        undecided: await undecidedOf(connection, variables, reader, plan),
        ...(await uncounted()),
      }
    },
    ofRules: async (plan, savedId, evaluate) => {
      const context = await guard()
      const counts = await previewRules(connection, evaluate, plan, { savedId, readableOnly: context !== null })
      const { steps, ...others } = counts
      if (!context) return { ...others, steps, ...(await uncounted()) }
      // Differences of two previews would disclose the answers of unreadable participants.
      const readable = counts.data.filter(({ collection }) => mayRead(reader, collection))
      const data = [...readable, ...suppressedRows(context)]
      return { data, split: null, rules: counts.rules, steps, assumed: null, placeholders: null, changes: null }
    },
    ofCohort: async (cohort, cohortId, variables) => {
      const context = await guard()
      if (!context) {
        const counts = await summarise(connection, bitmaps, variables, reader, cohort)
        return { ...counts, ...(await uncounted()) }
      }
      const counts = readsNoCollection(context)
        ? NO_READABLE_COUNTS
        : await summarise(connection, bitmaps, variables, reader, cohort)
      const pedigree = cohort?.constraint_type === 'PEDIGREE' ? savedPedigree(variables, reader, cohort) : null
      return withUnreadable(reader, counts, await rowsOfCohort(context, cohortId, pedigree))
    },
    ofCohorts: async (cohorts) =>
      countsReadableOnly(reader)
        ? readableCohorts(connection, bitmaps, reader, cohorts)
        : hideRowcounts(await guard(), cohorts),
    ofOverlap: async (cohortIds) => {
      const context = await guard()
      if (context) return readSuppressedOverlap(context, cohortIds)
      const leftOut = await uncounted()
      const combinations = await readOverlap(connection, bitmaps, { cohortIds, reader })
      return combinations.map((combination) => ({ ...combination, ...leftOut }))
    },
    ofDistribution: async (asked) => {
      const context = await guard()
      const query = { ...asked, reader }
      return context
        ? readSuppressedDistribution(context, query)
        : readDistribution(connection, countAnswers.rowsOf(query.variable), query)
    },
    ofAnswers: async (cohortId, variable, countTopAnswers) => {
      const context = await guard()
      return context
        ? countSuppressedAnswers(context, cohortId, variable)
        : countTopAnswers(connection, { cohortId, reader }, variable)
    },
    ofGroups: async (groups) => descriptionOf({ connection, countAnswers, bitmaps, context: await guard(), groups }),
    ofConstruct: async (asked) => {
      const context = await guard()
      const query = { ...asked, reader }
      if (context) return previewSuppressed(context, query)
      return { ...(await previewConstruct(connection, bitmaps, query)), ...(await uncounted()) }
    },
    ofSketch: async (variable, sketches) => sketches(connection, variable, reader, await guard()),
    ofExcluded: async (excluded, cohortId) => {
      const context = await guard()
      if (!context) return excluded
      return [...(await partsOfCohort(context, cohortId))].map(([collection, part]) => ({
        collection,
        count: part && part.count,
      }))
    },
    leftOutOf: async (cohortId, part) => {
      if (part === undefined && !countsReadableOnly(reader)) return []
      const context = await guard()
      // The collections of a cohort's members would disclose that there are any.
      return context
        ? [...context.guard.regions.keys()]
        : unreadCollections(connection, countAnswers.rows, { cohortId, reader })
    },
    partOf: async (variables) => {
      const isPart = (await guard()) !== null || (!reader.isAdmin && variables.some(isReadableOnly))
      return isPart ? 'readable' : undefined
    },
    ofExcludedFamilies: async (excluded) => ((await guard()) ? null : excluded),
  }
}

/** Describes one cohort, as its user may see it. */
export function createDescribeCohort(services: GuardServices) {
  return async (connection: Connection, user: User, cohortId: number) => {
    const counts = countsFor(connection, services, user)
    const description = await counts.ofGroups({ cohortIds: [cohortId], by: null, reader: user })
    const [group] = (await description.groups()).data
    return {
      size: group?.size ?? null,
      answersTo: (questions: readonly DescribedQuestion['versions'][]) =>
        description.answersTo(questions.map(questionOf), null),
    }
  }
}

/** Whether a cohort that is being saved has a member that may be disclosed to its user; `rowcount` members in all. */
export async function hasShownMember(
  changing: Connection,
  services: GuardServices,
  reader: User,
  { cohortId, rowcount }: { readonly cohortId: number; readonly rowcount: number },
): Promise<boolean> {
  if (rowcount === 0) return false
  const collections = await collectionsOf(changing, cohortId)
  if (collections.some((collection) => mayRead(reader, collection))) return true
  const context = await guardContext(changing, services, reader, { changing: true })
  // A cohort of few or no unreadable participants shows the same.
  return context === null || [...(await partsOfCohort(context, cohortId)).values()].some((part) => part !== null)
}

/** Null for a cohort that is no difference, and where the second cohort has a variable beyond the limits. */
export async function undecidedOf(
  connection: Connection,
  variables: UserVariables,
  user: User,
  plan: CohortPlan,
): Promise<number | null> {
  if (plan.kind !== 'compound' || plan.population.combined.operation !== 'SUBTRACT') return null
  const saved = await cohortsOf(connection, user.accountId)
  try {
    return await countUndecided(connection, plan.population, { saved, variables })
  } catch (error) {
    if (error instanceof CostsTooMuch) return null
    throw error
  }
}

/** Counts of readable participants for an account that may read none: their statement is not needed. */
const NO_READABLE_COUNTS: PlanCounts = { data: [], splitByCollection: new Map() }

function readsNoCollection({ guard }: GuardContext): boolean {
  return isAllUnreadable(guard)
}

/** Details that would allow the reconstruction of suppressed counts are left out. */
function withUnreadable(
  reader: User,
  { data, splitByCollection }: PlanCounts,
  { rows, split }: UnreadableRows,
): PlanCounts {
  const readable = splitByCollection && [...splitByCollection].filter(([collection]) => mayRead(reader, collection))
  return {
    data: [...data.filter(({ collection }) => mayRead(reader, collection)), ...rows],
    ...(readable && split && { split: { ...split, ...sumOfSplits([...readable.map(([, part]) => part), split]) } }),
  }
}

function sumOfSplits(splits: readonly Split[]): Split {
  const sum = (outcome: 'match' | 'no_match' | 'unknown' | 'no_record') =>
    splits.reduce((total, split) => total + split[outcome], 0)
  return { match: sum('match'), no_match: sum('no_match'), unknown: sum('unknown'), no_record: sum('no_record') }
}
