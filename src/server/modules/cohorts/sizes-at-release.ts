import * as v from 'valibot'
import { countsRelatives, isActive, ruleList } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { catalogVariablesOf } from '#server/disclosure/ledger/definition-keys.ts'
import { createBitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { createRuleEngine, type EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import { membersOfRules, type RulesPlan } from '#server/engine/cohorts/rules.ts'
import { readEarlierAnswers, readEarlierIndividuals } from '#server/engine/releases/earlier-data.ts'
import { createCountAnswers } from '#server/engine/sources/count-answers.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { cohortsInRules, type SavedCohort } from '#server/model/cohort.ts'
import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import type { UserVariables } from '#server/model/variable.ts'
import { readRules, rulesOfSaved } from '#server/modules/cohorts/read-rules.ts'
import { rowsOf, type Connection, type Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { withTemporaryTables } from '#server/platform/db/write-lock.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'

/** Cohorts by their ids, each after those that it is built on. */
type EarlierPlans = ReadonlyMap<number, RulesPlan>

interface Definitions {
  /** All cohorts of the account. */
  readonly cohorts: readonly SavedCohort[]
  readonly known: UserVariables
  readonly release: Release
}

/** Counts cohorts: their sizes by id. */
type CountSizes = (signal: AbortSignal) => Promise<ReadonlyMap<number, number>>

/**
 * Reads cohorts and those that they are built on, in a transaction if they are not committed; the returned function
 * counts them as of a release. Not counted are cohorts by families, which are not known as of then, and those on
 * variables that came later. Individuals who were withdrawn since are in no size.
 */
export async function readForRelease(
  connection: Connection,
  { database }: Pick<HttpServices, 'database'>,
  user: User,
  ids: readonly number[],
  { cohorts, known, release }: Definitions,
): Promise<CountSizes> {
  const byId = new Map(cohorts.map((cohort) => [cohort.cohortid, cohort]))
  const later = await variablesAfter(connection, release)
  const plans = new Map<number, RulesPlan>()
  const seen = new Set<number>([ROOT_COHORT_ID])
  const visit = async (id: number): Promise<void> => {
    if (seen.has(id)) return
    seen.add(id)
    const cohort = byId.get(id)
    const plan = cohort ? await planOf(connection, user, known, cohort) : null
    if (plan === null || variablesOfPlan(plan).some(({ name }) => later.has(name))) return
    const below = [plan.parentId, ...cohortsInRules(plan.definition)]
    for (const one of below) await visit(one)
    if (below.every((one) => one === ROOT_COHORT_ID || plans.has(one))) plans.set(id, plan)
  }
  for (const id of ids) await visit(id)
  return (signal) => sizesOf(database, release, plans, signal)
}

/** Null for a definition that counts families, or refers to a deleted object. */
async function planOf(
  connection: Connection,
  user: User,
  known: UserVariables,
  cohort: SavedCohort,
): Promise<RulesPlan | null> {
  const sent = rulesOfSaved(cohort)
  if (sent === null) return null
  try {
    const plan = await readRules(connection, known, user, sent)
    return countsRelatives(plan.rules) ? null : plan
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function variablesOfPlan({ rules }: RulesPlan): CatalogVariable[] {
  return ruleList(rules).flatMap(({ rule }) =>
    rule.kind === 'condition' && isActive(rule) ? catalogVariablesOf(rule.variable) : [],
  )
}

const Name = v.object({ variable_name: v.string() })

/** The names of variables that came after a release. */
async function variablesAfter(connection: Connection, { lastForm }: Release): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(connection, Name, sql`SELECT variable_name FROM variable WHERE form_no > ${lastForm}`)
  return new Set(rows.map((row) => row.variable_name))
}

async function sizesOf(
  database: Database,
  release: Release,
  plans: EarlierPlans,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  if (plans.size === 0) return new Map()
  return withTemporaryTables(
    database,
    async (connection) => {
      const variables = new Map([...plans.values()].flatMap(variablesOfPlan).map((one) => [one.name, one]))
      await readEarlierAnswers(connection, release, [...variables.values()])
      await readEarlierIndividuals(connection, release)
      // Of its own: the engine of the requests keeps the present data.
      const engine = createBitmapEngine(createCountAnswers(database, false))
      return countAll(connection, createRuleEngine(engine), plans)
    },
    signal,
  )
}

async function countAll(
  connection: Connection,
  evaluate: EvaluateRules,
  plans: EarlierPlans,
): Promise<ReadonlyMap<number, number>> {
  const newMembers = new Map<number, readonly number[]>()
  const sizes = new Map<number, number>()
  for (const [id, plan] of plans) {
    const members = await membersOfRules(connection, evaluate, { ...plan, newMembers })
    newMembers.set(id, [...members])
    sizes.set(id, members.length)
  }
  return sizes
}
