import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import type { Reader } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  isActive,
  ruleList,
  type ConditionRule,
  type MembershipRule,
  type RuleGroup,
  type StratumRule,
} from '#domain/rules.ts'
import { bitmapOf, eachNumber, unite, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { readIndividuals, type Individuals } from '#server/engine/bitmaps/individuals.ts'
import { bitsOf, membership, readMembership } from '#server/engine/bitmaps/membership.ts'
import { ruleOutcomes, type LeafOutcome, type RuleOutcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import type { Answers } from '#server/engine/sources/answers.ts'
import type { CountAnswers } from '#server/engine/sources/count-answers.ts'
import { conditionComparesText, contentOf, isCustom, type AnyVariable } from '#server/model/variable.ts'
import { readDataVersion } from '#server/platform/db/data-version.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { join, raw, sql } from '#server/platform/db/sql.ts'

/** Bytes of bitmaps that are kept: at 100,000 individuals, of some 1,700 conditions. */
const BYTES_MAX = 64 * 1024 * 1024
/** New conditions that one statement reads: it holds all columns of their variables at once. */
const CONDITIONS_AT_ONCE = 12

/** The outcomes of rules over all individuals of one data version. */
export interface EvaluatedRules {
  readonly individuals: Individuals
  /** The rules that take part, each before those below it: the top is the first. */
  readonly outcomes: readonly [RuleOutcome, ...RuleOutcome[]]
  /** The members of a cohort. */
  readonly membersOf: (cohortId: number) => Bitmap
  /** The individuals whose records the reader may see. */
  readonly readable: Bitmap
}

export interface RulesToEvaluate {
  readonly rules: RuleGroup<AnyVariable>
  readonly reader: Reader
  /** Cohorts whose members are needed beside those in the rules. */
  readonly cohortIds: readonly number[]
  /** Whether the answers of unreadable relatives count as unknown. */
  readonly hidesUnreadableRelatives: boolean
  /** The members of cohorts that are not committed yet. */
  readonly newMembers?: ReadonlyMap<number, readonly number[]>
}

/** Evaluates rules. Not for use in a transaction, whose changes it does not see. */
export type EvaluateRules = (connection: Connection, rules: RulesToEvaluate) => Promise<EvaluatedRules>

/**
 * Evaluates rules on bitmaps: each condition is read once by SQL and kept (LRU); groups, memberships and families are
 * combined on words of 32 individuals.
 */
export function createRuleEngine(count: CountAnswers, bytesMax = BYTES_MAX): EvaluateRules {
  const leaves = new LRUCache<string, LeafOutcome>({
    maxSize: bytesMax,
    sizeCalculation: ({ yes, no, hasRecord }) => 1 + yes.byteLength + no.byteLength + hasRecord.byteLength,
  })
  let known: { readonly version: string; readonly individuals: Promise<Individuals> } | null = null

  /** One reading for all requests of a version. A request whose shared reading fails, such as by an abort, reads again. */
  async function individualsOf(connection: Connection, version: string): Promise<Individuals> {
    if (known?.version === version) {
      const shared = known.individuals
      const read = await shared.catch(() => null)
      if (read) return read
      if (known?.individuals === shared) known = null
      return individualsOf(connection, version)
    }
    leaves.clear()
    const individuals = readIndividuals(connection)
    known = { version, individuals }
    return individuals
  }

  /** A slower request of an earlier version must not leave its bitmaps to those of this version. */
  const keptAt = (version: string): KeptLeaves => ({
    get: (key) => leaves.get(`${version} ${key}`),
    set: (key, leaf) => void leaves.set(`${version} ${key}`, leaf),
  })

  return async (connection, wanted) => {
    for (;;) {
      const version = await readDataVersion(connection)
      const individuals = await individualsOf(connection, version)
      const readLeaves = await leavesOf(connection, wanted, individuals, keptAt(version), count)
      // The data changed during the reading: the bitmaps may be of both versions.
      if ((await readDataVersion(connection)) !== version) {
        known = null
        continue
      }
      return evaluated(wanted, individuals, readLeaves)
    }
  }
}

type Leaves = ReadonlyMap<string, LeafOutcome>

/** The outcomes of conditions and memberships that are kept. */
interface KeptLeaves {
  readonly get: (key: string) => LeafOutcome | undefined
  readonly set: (key: string, leaf: LeafOutcome) => void
}

function evaluated(
  { rules, reader, hidesUnreadableRelatives }: RulesToEvaluate,
  individuals: Individuals,
  leaves: Leaves,
) {
  const { all, byCollection } = individuals
  const leafAt = (key: string): LeafOutcome => {
    const leaf = leaves.get(key)
    if (!leaf) throw new Error('A condition was not read.')
    return leaf
  }
  const readable = reader.isAdmin
    ? all
    : unite(
        new Uint32Array(all.length),
        ...reader.collections.flatMap((collection) => byCollection.get(collection) ?? []),
      )
  const [top, ...others] = ruleOutcomes(
    rules,
    (rule) => (rule.kind === 'stratum' ? stratumOutcome(rule, individuals) : leafAt(keyOf(rule, reader))),
    individuals,
    hidesUnreadableRelatives ? readable : null,
  )
  if (!top) throw new Error('Rules have a top.')
  const membersOf = (cohortId: number) => (cohortId === ROOT_COHORT_ID ? all : leafAt(cohortKey(cohortId)).yes)
  return { individuals, outcomes: [top, ...others] as const, membersOf, readable }
}

/** Reads the conditions and memberships that are not kept, some at a time. */
async function leavesOf(
  connection: Connection,
  { rules, reader, cohortIds, newMembers }: RulesToEvaluate,
  individuals: Individuals,
  kept: KeptLeaves,
  count: CountAnswers,
): Promise<Leaves> {
  const found = new Map<string, LeafOutcome>()
  const missing = new Map<string, ConditionRule<AnyVariable>>()
  const cohorts = new Set(cohortIds)
  for (const { rule } of ruleList(rules)) {
    if (rule.kind === 'group' || rule.kind === 'stratum' || !isActive(rule)) continue
    const isNew = rule.kind === 'cohort' && newMembers?.has(rule.cohortId) === true
    const leaf = isNew ? undefined : kept.get(keyOf(rule, reader))
    if (leaf) found.set(keyOf(rule, reader), leaf)
    else if (rule.kind === 'cohort') cohorts.add(rule.cohortId)
    else missing.set(keyOf(rule, reader), rule)
  }
  const keep = (key: string, leaf: LeafOutcome) => {
    kept.set(key, leaf)
    found.set(key, leaf)
  }
  for (const cohortId of cohorts) {
    const numbers = newMembers?.get(cohortId)
    if (cohortId === ROOT_COHORT_ID) found.set(cohortKey(cohortId), membership(individuals.all, individuals))
    else if (numbers) found.set(cohortKey(cohortId), membership(bitmapOf(numbers, individuals.all.length), individuals))
    else keep(cohortKey(cohortId), await readMembership(connection, cohortId, individuals))
  }
  const conditions = [...missing]
  for (let from = 0; from < conditions.length; from += CONDITIONS_AT_ONCE) {
    const some = conditions.slice(from, from + CONDITIONS_AT_ONCE)
    const outcomes = await readConditions(
      connection,
      some.map(([, rule]) => rule),
      reader,
      individuals,
      count,
    )
    for (const [at, [key]] of some.entries()) {
      const outcome = outcomes[at]
      if (outcome) keep(key, outcome)
    }
  }
  return found
}

/** Strata are in memory: nothing is read or kept. */
function stratumOutcome({ field, values }: StratumRule, { all, strata, stratumOf }: Individuals): LeafOutcome {
  const wanted = new Set(values)
  const [yes, no]: [number[], number[]] = [[], []]
  eachNumber(all, (number) => {
    const value = strata[stratumOf[number] ?? 0]?.[field] ?? ''
    if (value !== '') (wanted.has(value) ? yes : no).push(number)
  })
  return { yes: bitmapOf(yes, all.length), no: bitmapOf(no, all.length), hasRecord: all }
}

function cohortKey(cohortId: number): string {
  return `cohort ${cohortId}`
}

/** Equal for rules with equal outcomes. */
function keyOf(rule: ConditionRule<AnyVariable> | MembershipRule, reader: Reader): string {
  if (rule.kind === 'cohort') return cohortKey(rule.cohortId)
  const { variable, condition } = rule
  const isShared = reader.isAdmin || !conditionComparesText(variable, condition)
  const { operator, values } = condition
  return JSON.stringify([variableKey(variable), operator, values, ...(isShared ? [] : [reader.collections.toSorted()])])
}

function variableKey(variable: AnyVariable): unknown {
  if (isCustom(variable)) return contentOf(variable)
  const { tableName, columnName, dataType, possibleValues } = variable
  return [tableName, columnName, dataType, possibleValues]
}

const Sets = v.record(v.string(), v.unknown())

async function readConditions(
  connection: Connection,
  rules: readonly ConditionRule<AnyVariable>[],
  reader: Reader,
  individuals: Individuals,
  count: CountAnswers,
): Promise<LeafOutcome[]> {
  const { dialect } = connection
  const words = individuals.all.length
  const statement = (answers: Answers) => {
    const tested = rules.flatMap(({ variable, condition }, nth) => {
      const answer = answers.answerTo(variable)
      const outcome = conditionSql(answer, condition, dialect)
      return [sql`${outcome} AS ${raw(`o${nth}`)}`, sql`${answer.hasRecord} AS ${raw(`h${nth}`)}`]
    })
    const setOf = (test: string) =>
      sql`${dialect.setOfNumbers(sql`individual_no`, bitsOf(individuals))} FILTER (WHERE ${raw(test)})`
    const sets = rules.flatMap((_, nth) => [
      sql`${setOf(`o${nth}`)} AS ${raw(`yes${nth}`)}`,
      sql`${setOf(`NOT o${nth}`)} AS ${raw(`no${nth}`)}`,
      sql`${setOf(`h${nth}`)} AS ${raw(`has${nth}`)}`,
    ])
    return sql`${answers.tables} SELECT ${join(sets)} FROM (SELECT individual_no, ${join(tested)} FROM person) tested`
  }
  const [row = {}] = await count.rows(connection, { cohortId: ROOT_COHORT_ID, reader }, Sets, statement)
  const bitmapAt = (name: string) => bitmapOf(dialect.numbersOf(row[name]), words)
  return rules.map((_, nth) => ({
    yes: bitmapAt(`yes${nth}`),
    no: bitmapAt(`no${nth}`),
    hasRecord: bitmapAt(`has${nth}`),
  }))
}
