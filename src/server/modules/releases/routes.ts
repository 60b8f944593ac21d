import * as v from 'valibot'
import { definitionToday, releasesInfo, type DefinitionToday } from '#contract/releases.ts'
import { COMPLETENESS_VARIABLES_MAX, ROOT_COHORT_ID, UNKNOWN_VALUE } from '#domain/limits.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { catalogVariablesOf } from '#server/disclosure/ledger/definition-keys.ts'
import { countOfAllFor, differenceFor } from '#server/disclosure/reader-counts.ts'
import { readCompleteness } from '#server/engine/counts/completeness.ts'
import { readEarlierAnswers } from '#server/engine/releases/earlier-data.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import { nestingProblemOfSet } from '#server/model/nesting.ts'
import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import { hasPlaces, type AnyVariable, type CustomVariable, type UserVariables } from '#server/model/variable.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withTemporaryTables } from '#server/platform/db/write-lock.ts'
import { notFound } from '#server/platform/http/refusal.ts'
import { type Api, inFairQueue, routeFor } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { newestVersion } from '#server/store/history/versions.ts'
import { correctedAnswers, releasesOf, withdrawnByRelease } from '#server/store/releases/releases.ts'
import { findVariableSet } from '#server/store/variable-sets/variable-sets.ts'

type Kind = 'construct' | 'varset'

interface Counted {
  readonly complete: number
  readonly parts: readonly { readonly name: string; readonly count: number }[]
}

/** Counts of readable individuals alone, so that nothing is disclosed. */
async function readDefinitionToday(
  connection: Connection,
  {
    database,
    known,
    signal,
  }: { readonly database: Database; readonly known: UserVariables; readonly signal: AbortSignal },
  user: User,
  { kind, id }: { readonly kind: Kind; readonly id: number },
): Promise<DefinitionToday> {
  const variables = await variablesOf(connection, known, user, { kind, id })
  const releases = await releasesOf(connection)
  const [present] = releases
  const version = await newestVersion(connection, { accountId: user.accountId, kind, id })
  const since = releaseAt(releases, version?.madeAt ?? null)
  const about = { made_on: since?.name ?? null, today: present?.name ?? null }
  const isCounted =
    variables.length > 0 && variables.length <= COMPLETENESS_VARIABLES_MAX && nestingProblemOfSet(variables) === null
  if (since === null || since.no === present?.no || !isCounted)
    return { ...about, before: null, after: null, parts: [] }
  const count = (source: Connection) => countAnswers(source, user, variables)
  const after = await count(connection)
  const catalogVariables = new Set(variables.flatMap(catalogVariablesOf))
  const earlier = async (earlierData: Connection) => {
    await readEarlierAnswers(earlierData, since, [...catalogVariables])
    return count(earlierData)
  }
  const before = await withTemporaryTables(database, earlier, signal)
  const earlierCount = new Map(before.parts.map((part) => [part.name, part.count]))
  return {
    ...about,
    before: before.complete,
    after: after.complete,
    parts: after.parts.map((part) => ({
      name: part.name,
      before: earlierCount.get(part.name) ?? 0,
      after: part.count,
    })),
  }
}

async function variablesOf(
  connection: Connection,
  known: UserVariables,
  { accountId }: User,
  { kind, id }: { readonly kind: Kind; readonly id: number },
): Promise<readonly AnyVariable[]> {
  if (kind === 'construct') {
    const variable = known.custom.find(({ constructId }) => constructId === id)
    if (!variable) throw notFound('custom variable')
    return [variable]
  }
  const set = await findVariableSet(connection, accountId, id)
  if (!set) throw notFound('variable set')
  return set.variables.flatMap((name) => known.find(name) ?? [])
}

/** The release that was present at a moment. */
function releaseAt(releases: readonly Release[], moment: number | null): Release | null {
  return moment === null ? null : (releases.find(({ madeAt }) => madeAt <= moment) ?? null)
}

async function countAnswers(connection: Connection, reader: User, variables: readonly AnyVariable[]): Promise<Counted> {
  const { complete, variables: counted } = await readCompleteness(connection, {
    cohortId: ROOT_COHORT_ID,
    reader,
    questions: variables.map((variable) => [variable] as const),
  })
  const [only] = variables
  const parts =
    variables.length === 1 && only && hasPlaces(only)
      ? await countValues(connection, reader, only)
      : counted.map(({ variable_name: name, answered }) => ({
          name,
          count: answered.reduce((sum, one) => sum + one, 0),
        }))
  return { complete, parts }
}

const Value = v.object({ value: v.string(), individuals: v.number() })

async function countValues(connection: Connection, reader: User, variable: CustomVariable): Promise<Counted['parts']> {
  const answers = new Answers(connection.dialect, { cohortId: ROOT_COHORT_ID, reader, part: 'readable' })
  const { value } = answers.answerTo(variable)
  const rows = await rowsOf(
    connection,
    Value,
    sql`${answers.tables} SELECT ${value} AS value, CAST(count(*) AS INTEGER) AS individuals
      FROM person WHERE ${value} IS NOT NULL GROUP BY 1`,
  )
  const counts = new Map(rows.map((row) => [row.value, row.individuals]))
  return [...variable.possibleValues, UNKNOWN_VALUE].map((name) => ({ name, count: counts.get(name) ?? 0 }))
}

type ReleaseServices = HttpServices & Pick<GuardServices, 'variables'>

/** Releases of the research data (capability "releases"). */
export function releaseRoutes(api: Api<ReleaseServices>): void {
  routeFor(api, releasesInfo, async ({ authenticate, connection }) => {
    const user = await authenticate()
    const releases = await releasesOf(connection)
    const corrected = await correctedAnswers(connection)
    const withdrawn = await withdrawnByRelease(connection)
    return {
      data: releases.map(({ no, name, madeAt, individuals, variables, contentHash }, place) => ({
        name,
        made_at: new Date(madeAt).toISOString(),
        individuals,
        variables,
        added: individuals - (releases[place + 1]?.individuals ?? 0),
        corrected: countOfAllFor(user, () => corrected.get(no) ?? 0),
        withdrawn: differenceFor(user, () => withdrawn.get(no) ?? 0),
        content_hash: differenceFor(user, () => contentHash),
      })),
    }
  })

  routeFor(
    api,
    definitionToday,
    inFairQueue(async ({ authenticate, validate, connection, services, limit }) => {
      const user = await authenticate()
      const input = await validate()
      const known = await services.variables.ofAccount(connection, user.accountId)
      const { database } = services
      return readDefinitionToday(connection, { database, known, signal: limit.signal }, user, input)
    }),
  )
}
