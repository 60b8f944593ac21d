import { useQueries, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { cohortDescribe } from '#contract/describing.ts'
import type { Cohort, DescribedVariable, Group, GroupOverlap } from '#contract/shapes/entities.ts'
import type { RequestOf, ResponseOf } from '#contract/shapes/wire-names.ts'
import { inChunks } from '#domain/chunks.ts'
import { countOf } from '#domain/numbers.ts'
import type { Question } from '#domain/question-versions.ts'
import { differencesOf, largestOf, type Figure } from '#domain/statistics/group-differences.ts'
import { FAMILY_SEED } from '#domain/statistics/relatives.ts'
import { DIAGNOSIS_FIELD } from '#domain/terms.ts'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'

/** Requests sent at once: the server counts one request for each processor. */
const AT_ONCE = 2

const FRESH_MILLISECONDS = 60_000

type Tests = 'means' | 'medians' | null

interface Asked {
  readonly cohortIds: readonly number[]
  readonly by: string | null
  readonly questions: readonly Question[]
  /** The questions whose versions are described apart, too, by their first names. */
  readonly unfolded: readonly string[]
  readonly tests: Tests
  /** Tests one member of each family, instead of no relatives. */
  readonly isOneOfEachFamily: boolean
}

interface Description {
  readonly described: readonly Described[]
  /** The versions of the unfolded questions that have a response, by the first name of the question. */
  readonly versions: ReadonlyMap<string, readonly Described[]>
  /** Questions with a response. */
  readonly done: number
  readonly isComplete: boolean
  readonly error: Error | null
  /** Sends the failed requests again. */
  readonly retry: () => void
  /** Sends no further request, and aborts those under way. */
  readonly stop: () => void
  readonly isStopped: boolean
}

/** Describes questions by several requests in the order of the set, so that the first rows appear early. */
export function useDescription({ cohortIds, by, questions, unfolded, tests, isOneOfEachFamily }: Asked): Description {
  const { call, queryClient } = useServices()
  const [stopped, setStopped] = useState<readonly Question[] | null>(null)
  const batches = useMemo(() => batchesOf(questions), [questions])
  const isStopped = stopped === questions
  const opened = questions.filter(({ names }) => names.length > 1 && unfolded.includes(names[0]))
  const asked = [
    ...batches.map((batch) => ({
      variableNames: batch.flatMap(({ names }) => (names.length === 1 ? names : [])),
      questions: batch.flatMap(({ names }) => (names.length === 1 ? [] : [[...names]])),
    })),
    ...opened.map(({ names }) => ({ variableNames: [...names], questions: [] })),
  ]
  const requests = asked.map((rows) => ({
    cohortIds: [...cohortIds],
    by,
    ...rows,
    tests,
    familySeed: tests !== null && isOneOfEachFamily ? FAMILY_SEED : null,
  }))
  const [settled, setSettled] = useState(0)
  const queries = useQueries(
    {
      queries: requests.map((request, place) => ({
        queryKey: ['describe', request],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          valueOrThrow(await call(cohortDescribe, request, { signal, silent: 'all' })),
        staleTime: FRESH_MILLISECONDS,
        // Another choice of tests changes the p values only.
        placeholderData: () => withOtherTests(queryClient, request),
        enabled: !isStopped && place < settled + AT_ONCE,
        retry: false,
      })),
    },
    queryClient,
  )
  const known = queries.filter(
    ({ isSuccess, isError, isPlaceholderData }) => isError || (isSuccess && !isPlaceholderData),
  ).length
  useEffect(() => setSettled(known), [known])
  const failed = queries.filter(({ isError }) => isError)
  // Rows stay while others are joined or separated in their request.
  const [before] = useState(() => new Map<string, Described>())
  const version = queries.map(({ dataUpdatedAt, isPlaceholderData }) => `${dataUpdatedAt}${isPlaceholderData}`).join()
  const { described, versions } = useMemo(
    () => {
      const found = queries.map(({ data }) => (data ? describedOnce(data.data) : []))
      const rows = batches.map((batch, place) =>
        inOrderOf(batch, queries[place]?.data ? (found[place] ?? []) : [...before.values()]),
      )
      // Rows that came before those above them wait: nothing is inserted above a row that is read.
      const awaited = rows.findIndex((some, place) => some.length === 0 && queries[place]?.isPending === true)
      return {
        described: rows.slice(0, awaited < 0 ? rows.length : awaited).flat(),
        versions: new Map(opened.map(({ names }, place) => [names[0], found[batches.length + place] ?? []])),
      }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the queries are new objects on each render
    [version, failed.length, queries.length, batches, unfolded, before],
  )
  useEffect(() => {
    for (const one of described) before.set(one.variable.variableName, one)
  }, [described, before])
  return {
    described,
    versions,
    done: described.length,
    isComplete: queries.every(({ isSuccess, isPlaceholderData }) => isSuccess && !isPlaceholderData),
    error: failed[0]?.error ?? null,
    retry: () => {
      setStopped(null)
      for (const query of failed) void query.refetch()
    },
    stop: () => {
      setStopped(questions)
      for (const request of requests) void queryClient.cancelQueries({ queryKey: ['describe', request], exact: true })
    },
    isStopped,
  }
}

type Request = RequestOf<typeof cohortDescribe>

function withOtherTests(queryClient: QueryClient, request: Request): ResponseOf<typeof cohortDescribe> | undefined {
  const kinds: readonly Tests[] = [null, 'means', 'medians']
  for (const tests of kinds) {
    for (const familySeed of [null, FAMILY_SEED]) {
      const key = ['describe', { ...request, tests, familySeed }]
      const known = queryClient.getQueryData<ResponseOf<typeof cohortDescribe>>(key)
      if (known) return known
    }
  }
  return undefined
}

const computed = new WeakMap<readonly DescribedVariable[], readonly Described[]>()

/** Differences are computed once for each response. */
function describedOnce(variables: readonly DescribedVariable[]): readonly Described[] {
  const known = computed.get(variables) ?? variables.map(describedOf)
  computed.set(variables, known)
  return known
}

/** The mean with its standard deviation, or the median with its quartiles. */
export type Average = 'mean' | 'median'
export type Order = 'set' | 'name' | 'difference'

/** A response has single variables first. */
function inOrderOf(batch: readonly Question[], found: readonly Described[]): readonly Described[] {
  const byName = new Map(found.map((one) => [one.variable.variableName, one]))
  return batch.flatMap(({ names }) => byName.get(names[0]) ?? [])
}

/** Questions of the first request, whose rows appear first, and of each further one. */
const FIRST_BATCH = 8
const BATCH = 25

/** The requests for a list of questions. */
export function batchesOf<Item>(questions: readonly Item[]): readonly (readonly Item[])[] {
  return [...inChunks(questions.slice(0, FIRST_BATCH), FIRST_BATCH), ...inChunks(questions.slice(FIRST_BATCH), BATCH)]
}

export interface Described {
  readonly variable: DescribedVariable
  readonly differences: readonly Figure[]
  readonly largest: number | null
}

export function describedOf(variable: DescribedVariable): Described {
  const differences = differencesOf(variable.dataType, variable.groups)
  return { variable, differences, largest: largestOf(differences) }
}

/** The diagnoses of the records as a row of the table. */
export function describedDiagnosis(groups: DescribedVariable['groups']): Described {
  return describedOf({
    variableName: DIAGNOSIS_FIELD,
    versions: null,
    dataType: 'categorical',
    question: 'Diagnosis',
    valueMapping: {},
    groups,
    overall: null,
    tested: null,
  })
}

export function inOrder(described: readonly Described[], order: Order): readonly Described[] {
  if (order === 'set') return described
  const byName = (one: Described, other: Described) =>
    one.variable.variableName < other.variable.variableName ? -1 : 1
  return described.toSorted(
    order === 'name' ? byName : (one, other) => (other.largest ?? -1) - (one.largest ?? -1) || byName(one, other),
  )
}

/** The words of a sentence about individuals that are in two columns; null if there are none. */
export function overlapWords(
  { places: [one, other], count, readable }: GroupOverlap,
  names: readonly string[],
): string | null {
  const pair = `${names[one] ?? ''} and ${names[other] ?? ''}`
  if (count === null) {
    return readable > 0
      ? `At least ${countOf(readable, 'individual')} ${readable === 1 ? 'is' : 'are'} in both ${pair}: columns are not independent.`
      : `The number of individuals in both ${pair} is suppressed.`
  }
  return count === 0
    ? null
    : `${countOf(count, 'individual')} ${count === 1 ? 'is' : 'are'} in both ${pair}: columns are not independent.`
}

/** The names of the columns: of cohorts, or of the answers that divide one. */
export function groupNames(
  groups: readonly Group[],
  cohorts: readonly (Cohort | null | undefined)[],
  wordsOf: (value: string) => string,
): readonly string[] {
  return groups.map(({ value, cohortId }) =>
    value === null
      ? (cohorts.find((cohort) => cohort?.cohortId === cohortId)?.name ?? `Cohort ${cohortId}`)
      : wordsOf(value),
  )
}
