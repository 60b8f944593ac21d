import type {
  DescribedVariable,
  Group,
  GroupAnswers,
  GroupOverlap,
  Overall,
} from '#contract/shapes/shapes-of-descriptions.ts'
import { hasSeveralCodes, isCoded, isNumber } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { dependenceOf, RELATIVES_SUPPRESSED, testGroups } from '#domain/statistics/group-tests.ts'
import { RELATED } from '#domain/statistics/relatives.ts'
import { ranksOf, summaryOf } from '#domain/statistics/summary-of-counts.ts'
import type { GuardContext } from '#server/disclosure/guard/guard-context.ts'
import { partsOfCohort } from '#server/disclosure/members/cohort-parts.ts'
import { plus, readSuppressedDistribution } from '#server/disclosure/suppressed/suppressed-answers.ts'
import { readSuppressedOverlap } from '#server/disclosure/suppressed/suppressed-overlap.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import {
  type AnswersOfGroup,
  describeAnswers,
  isReadableOnly,
  listedValues,
  questionOf,
  type DescribedQuestion,
  type DescriptionGroups,
} from '#server/engine/counts/describe-answers.ts'
import { readOverlap } from '#server/engine/counts/overlap.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { type AnyVariable, isCustom } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { readDetails } from '#server/store/catalog/catalog.ts'

/** The number of unreadable members of a cohort, whose answers are not read; null if suppressed. */
export async function notCountedOf(
  context: GuardContext,
  cohortId: number,
): Promise<Pick<GroupAnswers, 'not_counted' | 'left_out'>> {
  const parts = await partsOfCohort(context, cohortId)
  const sizes = [...parts.values()].map((part) => part && part.count)
  return {
    not_counted: sizes.reduce(plus, 0),
    left_out: [...parts].flatMap(([collection, part]) => (part ? [] : [collection])),
  }
}

/** Counts of a variable in a cohort with disclosure control: those of its distribution. */
export async function describeSuppressed(
  context: GuardContext,
  cohortId: number,
  variable: AnyVariable,
): Promise<GroupAnswers> {
  const [spread] = await readSuppressedDistribution(context, {
    reader: context.user,
    variable,
    cohortIds: [cohortId],
    bins: 1,
  })
  const counts = new Map((spread?.categories ?? []).map(([value, count]) => [value, count]))
  const isPresent = (value: string | null) => value !== null && value !== UNKNOWN_VALUE
  const categories = isCoded(variable.dataType)
    ? [...new Set([...listedValues(variable.possibleValues), ...[...counts.keys()].filter(isPresent)])].map(
        (value): [string, number | null] => [value ?? '', counts.has(value) ? (counts.get(value) ?? null) : 0],
      )
    : null
  const answers = [...counts].filter(([value]) => value !== UNKNOWN_VALUE).map(([, count]) => count)
  const undetermined = counts.has(UNKNOWN_VALUE) ? (counts.get(UNKNOWN_VALUE) ?? null) : 0
  const leftOut = spread?.left_out ?? []
  return {
    // An individual with several codes is in several categories.
    answered: hasSeveralCodes(variable.dataType) ? null : answers.reduce(plus, 0),
    unknown: plus(spread?.missing ?? null, undetermined),
    no_record: spread?.no_record ?? null,
    not_counted: leftOut.length === 0 ? 0 : null,
    left_out: leftOut,
    categories,
    mean: null,
    sd: null,
    quantiles: null,
  }
}

/** Where a description is read from; the context is null if nothing is suppressed. */
interface DescriptionSource {
  readonly connection: Connection
  readonly countAnswers: CountAnswers
  readonly bitmaps: BitmapEngine
  readonly context: GuardContext | null
  readonly groups: DescriptionGroups
}

export interface Tests {
  readonly kind: 'means' | 'medians'
  /** Draws one member of each family; null to withhold p values of relatives. */
  readonly familySeed: number | null
}

/** The statistics of groups, as their reader may see them. */
export interface Description {
  readonly groups: () => ReturnType<typeof describeGroups>
  readonly answersTo: (questions: readonly DescribedQuestion[], tests: Tests | null) => Promise<DescribedVariable[]>
}

export function descriptionOf(source: DescriptionSource): Description {
  return {
    groups: () => describeGroups(source),
    answersTo: (questions, tests) => describeQuestions(source, questions, tests),
  }
}

/** Statistics of questions in each group, in the order of the questions. */
async function describeQuestions(
  source: DescriptionSource,
  questions: readonly DescribedQuestion[],
  tests: Tests | null,
): Promise<DescribedVariable[]> {
  const { connection, countAnswers, context, groups } = source
  const guard = groups.by === null ? context : null
  // Unreadable members are counted by their number alone.
  const counted = guard ? { ...groups, part: 'readable' as const } : groups
  const unsuppressed = guard ? questions.filter(isUnsuppressed) : questions
  const answers = await describeAnswers(
    connection,
    countAnswers.counts,
    counted,
    unsuppressed,
    tests && (tests.familySeed ?? 0),
  )
  const unread = guard && unsuppressed.length > 0 ? await notCountedOfGroups(guard, groups.cohortIds) : []
  const overlaps = tests === null ? [] : (await describeGroups(source)).overlaps
  const details = await readDetails(
    connection,
    questions.flatMap(({ versions }) => versions.flatMap((version) => (isCustom(version) ? [] : [version.name]))),
  )
  const described: DescribedVariable[] = []
  for (const question of questions) {
    const { versions, dataType } = question
    const [newest, ...older] = versions
    const all = answers.get(question)
    const whole = groups.by && all?.at(-1)
    const answersOfGroups = whole ? all?.slice(0, -1) : all
    const presented = answersOfGroups
      ? answersOfGroups.map((group, place) => ({ ...presentAnswers(question, group), ...unread[place] }))
      : await suppressedGroups(context, groups.cohortIds, newest)
    const isOfReadable = guard ? isUnsuppressed(question) : versions.some(isReadableOnly)
    const meanings = versions.toReversed().map(({ name }) => details.get(name)?.value_mapping ?? {})
    described.push({
      variable_name: newest.name,
      versions: older.length === 0 ? null : versions.map(({ name }) => name),
      data_type: dataType,
      question: isCustom(newest) ? newest.description : newest.question,
      value_mapping: Object.fromEntries(meanings.flatMap((meaning) => Object.entries(meaning))),
      groups: presented,
      overall: whole ? presentAnswers(question, whole) : null,
      tested: tests && testOf(question, { presented, answersOfGroups, overlaps, tests, isOfReadable }),
    })
  }
  return described
}

/**
 * Whether a question is counted without suppression, of readable individuals alone: cells of several variables have no
 * ledger.
 */
function isUnsuppressed({ versions }: DescribedQuestion): boolean {
  return versions.length > 1 || versions.some(isReadableOnly)
}

interface ToTest {
  readonly presented: readonly GroupAnswers[]
  /** Null for suppressed counts. */
  readonly answersOfGroups: readonly AnswersOfGroup[] | undefined
  readonly overlaps: readonly GroupOverlap[]
  readonly tests: Tests
  /** Whether only readable individuals are counted. */
  readonly isOfReadable: boolean
}

function testOf(
  question: DescribedQuestion,
  { presented, answersOfGroups, overlaps, tests, isOfReadable }: ToTest,
): NonNullable<DescribedVariable['tested']> {
  const { dataType } = question
  const drawn = answersOfGroups?.map((group) => group.drawn)
  const related_families = drawn?.[0]?.related ?? null
  const families = drawn?.[0]?.families ?? null
  const withheld = (because: string) => ({ p: null, test: '', because, related_families, families })
  const because = dependenceOf(overlaps, isOfReadable)
  if (because !== null) return withheld(because)
  // Without numbers of families, and for several codes, which have no test.
  if (!answersOfGroups || !drawn) return withheld(RELATIVES_SUPPRESSED)
  const hasRelatives = (related_families ?? 0) > 0
  if (hasRelatives && tests.familySeed === null) return withheld(RELATED)
  const hasMedians = tests.kind === 'medians'
  const tested = hasRelatives ? drawn : answersOfGroups
  const groups = hasRelatives
    ? drawn.map((group) => presentAnswers(question, { ...group, noRecord: 0, notCounted: 0 }))
    : presented
  const ranks = hasMedians && isNumber(dataType) ? ranksOf(tested.map(({ numbers }) => numbers)) : null
  const { p, test } = testGroups({ dataType, groups, ranks, hasMedians })
  if ('because' in p) return { ...withheld(p.because), test }
  return { p: p.value, test, because: '', related_families, families }
}

async function notCountedOfGroups(context: GuardContext, cohortIds: readonly number[]) {
  const unread: Pick<GroupAnswers, 'not_counted' | 'left_out'>[] = []
  for (const cohortId of cohortIds) unread.push(await notCountedOf(context, cohortId))
  return unread
}

async function suppressedGroups(
  context: GuardContext | null,
  cohortIds: readonly number[],
  variable: AnyVariable,
): Promise<GroupAnswers[]> {
  const answers: GroupAnswers[] = []
  if (context) for (const cohortId of cohortIds) answers.push(await describeSuppressed(context, cohortId, variable))
  return answers
}

function presentAnswers(
  { dataType }: DescribedQuestion,
  { answered, unknown, noRecord, notCounted, categories, numbers }: Omit<AnswersOfGroup, 'drawn'>,
): GroupAnswers {
  return {
    answered,
    unknown,
    no_record: noRecord,
    not_counted: notCounted,
    left_out: [],
    categories: isCoded(dataType) ? [...categories] : null,
    ...summaryOf(numbers),
  }
}

/** The groups with their sizes, and the individuals that two of them share. */
async function describeGroups(
  source: DescriptionSource,
): Promise<{ data: Group[]; overlaps: GroupOverlap[]; overall: Overall | null }> {
  const { connection, countAnswers, bitmaps, context, groups } = source
  const { cohortIds, by, reader, part } = groups
  const only_readable = part === 'readable'
  if (by) {
    const divider = questionOf([by.variable])
    const counts = (await describeAnswers(connection, countAnswers.counts, groups, [divider])).get(divider)
    const data = by.values.map((value, place) => ({
      cohortid: cohortIds[0],
      value,
      size: counts?.[place]?.answered ?? 0,
      only_readable,
    }))
    return { data, overlaps: [], overall: overallOf(counts?.at(-1), data) }
  }
  const query = { cohortIds, reader }
  const readable = await readOverlap(connection, bitmaps, { ...query, part: 'readable' })
  const all =
    context && cohortIds.length > 1
      ? await readSuppressedOverlap(context, cohortIds)
      : await readOverlap(connection, bitmaps, query)
  type Shared = (typeof all)[number]
  const sumOf = (rows: readonly Shared[], ids: readonly number[]) => {
    const matching = rows.filter(({ members }) => ids.every((id) => members.includes(id)))
    const isWhole = matching.every(({ count, left_out }) => count !== null && left_out.length === 0)
    return isWhole ? matching.reduce((sum, { count }) => sum + (count ?? 0), 0) : null
  }
  return {
    data: await Promise.all(
      cohortIds.map(async (cohortid) => ({
        cohortid,
        value: null,
        size: context ? await sizeShown(context, cohortid, sumOf(readable, [cohortid]) ?? 0) : sumOf(all, [cohortid]),
        only_readable,
      })),
    ),
    overlaps: pairsOf(cohortIds.length).map((places) => {
      const ids = places.map((place) => cohortIds[place] ?? 0)
      return { places, count: sumOf(all, ids), readable: sumOf(readable, ids) ?? 0 }
    }),
    overall: null,
  }
}

function overallOf(whole: AnswersOfGroup | undefined, groups: readonly Group[]): Overall | null {
  if (!whole) return null
  const { answered, unknown, noRecord, notCounted } = whole
  const inGroups = groups.reduce((sum, { size }) => sum + (size ?? 0), 0)
  return {
    size: answered + unknown + noRecord + notCounted,
    unknown,
    no_record: noRecord,
    other: answered - inGroups,
  }
}

async function sizeShown(context: GuardContext, cohortId: number, readable: number): Promise<number | null> {
  const { not_counted: others } = await notCountedOf(context, cohortId)
  return others === null ? null : readable + others
}

function pairsOf(count: number): [number, number][] {
  const places = Array.from({ length: count }, (_, place) => place)
  return places.flatMap((one) => places.slice(one + 1).map((other): [number, number] => [one, other]))
}
