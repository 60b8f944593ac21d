import * as v from 'valibot'
import type { CountRow, Split } from '#contract/shapes/shapes.ts'
import type { RuleDefinition } from '#contract/rules.ts'
import { mayRead } from '#domain/access.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { ruleList, type Rule, type RuleGroup } from '#domain/rules.ts'
import { conditionComparesText, type AnyVariable } from '#server/model/variable.ts'
import { countRow } from '#server/engine/cohorts/cohort-summary.ts'
import { RuleColumns, type RuleColumn } from '#server/engine/cohorts/rule-columns.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { CountAnswers, StratumCount } from '#server/engine/sources/count-answers.ts'
import type { FindMembers } from '#server/engine/sources/members.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { addOutcome, sumOfCounts, type OutcomeCounts } from '#server/engine/cohorts/outcome-counts.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { EMPTY, join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** The members of a parent cohort who match a tree of rules. */
export interface RulesPlan {
  readonly parent: Population
  readonly rules: RuleGroup<AnyVariable>
  /** The rules as they are saved. */
  readonly definition: RuleDefinition
  /**
   * Whether the answers of unreadable relatives count as unknown: the membership of a readable participant would
   * disclose them (MIN_CELL).
   */
  readonly hidesUnreadableRelatives: boolean
}

/** Outcomes of the whole, by number within a statement; `assumed`: a match only by what unknown outcomes count as. */
const STATES = ['match', 'no_match', 'unknown', 'no_record', 'assumed'] as const
const numberOf = (state: (typeof STATES)[number]) => literal(STATES.indexOf(state))

export interface RulesCounts {
  readonly data: CountRow[]
  readonly split: Split
  readonly splitByCollection: ReadonlyMap<string, Split>
  /** Members that match only because of what unknown outcomes count as. */
  readonly assumed: number
}

/** The members by stratum, and the outcomes of all members of the parent. */
export async function previewRules(connection: Connection, count: CountAnswers, plan: RulesPlan): Promise<RulesCounts> {
  const cells = await count.byStratum(connection, populationFor(plan), null, (answers) => {
    const { table, top } = ruledTable(answers, plan)
    return sql`${table} SELECT CAST(CASE WHEN ${top.outcome} AND ${top.certain} THEN ${numberOf('match')}
          WHEN ${top.outcome} THEN ${numberOf('assumed')} WHEN NOT ${top.hasRecord} THEN ${numberOf('no_record')}
          WHEN ${top.outcome} IS NULL THEN ${numberOf('unknown')} ELSE ${numberOf('no_match')} END AS SMALLINT) AS state,
        NULL AS value, origin_no, ${answers.individuals} AS count
      FROM ruled WHERE is_member GROUP BY 1, 3 ORDER BY origin_no`
  })
  const isAssumed = ({ state }: StratumCount) => STATES[state] === 'assumed'
  const splitByCollection = splitOf(cells, plan)
  return {
    data: rowsOfMatches(cells),
    split: sumOfCounts(splitByCollection),
    splitByCollection,
    assumed: cells.filter(isAssumed).reduce((sum, { count: number }) => sum + number, 0),
  }
}

/** Certain and assumed matches of a stratum are one row. */
function rowsOfMatches(cells: readonly StratumCount[]): CountRow[] {
  const rows = new Map<StratumCount['stratum'], StratumCount>()
  for (const cell of cells) {
    const state = STATES[cell.state]
    if (state !== 'match' && state !== 'assumed') continue
    rows.set(cell.stratum, { ...cell, count: cell.count + (rows.get(cell.stratum)?.count ?? 0) })
  }
  return [...rows.values()].map(countRow)
}

function splitOf(cells: readonly StratumCount[], { rules, parent }: RulesPlan): Map<string, OutcomeCounts> {
  const comparesText = ruleReadsText(rules)
  const splits = new Map<string, OutcomeCounts>()
  for (const { stratum, state, count } of cells) {
    const { collection } = stratum
    const found = STATES[state]
    const isUnread = comparesText && !mayRead(parent.reader, collection)
    if (found) addOutcome(splits, collection, found === 'assumed' ? 'match' : found, count, isUnread)
  }
  return splits
}

/** The outcomes of one rule over the members of the parent. */
export interface CountedRule {
  readonly path: number[]
  readonly split: Split
}

const RuleCountsRow = v.object({ collection: v.string(), total: v.number(), counts: v.array(v.number()) })
/** Counts of each rule in a row: match, no record, unknown. */
const COUNTS_OF_RULE = 3

/** The outcomes of each rule that takes part; only for readable members if `readableOnly`. */
export async function countRules(
  connection: Connection,
  count: CountAnswers,
  plan: RulesPlan,
  readableOnly: boolean,
): Promise<CountedRule[]> {
  let paths: readonly (readonly number[])[] = []
  const rows = await count.rows(connection, populationFor(plan), RuleCountsRow, (answers) => {
    const { table, columns } = ruledTable(answers, plan)
    paths = columns.map(({ path }) => path)
    const counts = columns.flatMap(({ outcome, hasRecord }) => [
      sql`count(*) FILTER (WHERE ${outcome})`,
      sql`count(*) FILTER (WHERE ${outcome} IS NOT TRUE AND NOT ${hasRecord})`,
      sql`count(*) FILTER (WHERE ${outcome} IS NULL AND ${hasRecord})`,
    ])
    return sql`${table} SELECT collection, CAST(count(*) AS INTEGER) AS total,
        CAST(ARRAY[${join(counts)}] AS INTEGER[]) AS counts
      FROM ruled WHERE is_member${readableOnly ? sql` AND ${isReadable(plan.parent.reader)}` : EMPTY}
      GROUP BY collection ORDER BY collection`
  })
  const rules = new Map(ruleList<AnyVariable>(plan.rules).map(({ path, rule }) => [path.join('.'), rule]))
  return paths.map((path, nth) => {
    const rule = rules.get(path.join('.'))
    const comparesText = rule !== undefined && ruleReadsText(rule)
    const splits = rows.map(({ collection, total, counts }) => {
      const [match = 0, noRecord = 0, unknown = 0] = counts.slice(nth * COUNTS_OF_RULE)
      const isUnread = comparesText && !mayRead(plan.parent.reader, collection)
      const split: OutcomeCounts = {
        match,
        no_match: total - match - noRecord - unknown,
        unknown: isUnread ? 0 : unknown,
        no_record: isUnread ? 0 : noRecord,
        not_counted: isUnread ? unknown + noRecord : 0,
      }
      return [collection, split] as const
    })
    return { path: [...path], split: sumOfCounts(new Map(splits)) }
  })
}

const Changes = v.object({ entered: v.number(), left: v.number(), stayed: v.number() })

/** How the members differ from those of a saved cohort. */
export async function changesOf(
  connection: Connection,
  count: CountAnswers,
  plan: RulesPlan,
  cohortId: number,
): Promise<v.InferOutput<typeof Changes>> {
  const population = { cohortId: ROOT_COHORT_ID, reader: plan.parent.reader }
  const [row] = await count.rows(connection, population, Changes, (answers) => {
    const isSaved = answers.isMember(cohortId)
    const { table, top } = ruledTable(answers, plan, sql`, ${isSaved} AS is_saved`)
    const isIn = sql`(is_member AND coalesce(${top.outcome}, FALSE))`
    return sql`${table} SELECT CAST(count(*) FILTER (WHERE ${isIn} AND NOT is_saved) AS INTEGER) AS entered,
        CAST(count(*) FILTER (WHERE is_saved AND NOT ${isIn}) AS INTEGER) AS "left",
        CAST(count(*) FILTER (WHERE is_saved AND ${isIn}) AS INTEGER) AS stayed
      FROM ruled`
  })
  return row ?? { entered: 0, left: 0, stayed: 0 }
}

/** The members of a cohort by rules. */
export function rulesMembers(plan: RulesPlan): FindMembers {
  return (dialect) => {
    const { table, top } = ruledTable(new Answers(dialect, populationFor(plan)), plan)
    return { tables: table, from: sql`ruled WHERE is_member AND ${dialect.pinned(top.outcome)}` }
  }
}

/** Families count as a whole, whichever of their members are in the parent cohort. */
function populationFor({ rules, parent }: RulesPlan): Population {
  const countsFamilies = ruleList(rules).some(({ rule }) => rule.kind === 'group' && rule.relatives !== null)
  return { cohortId: countsFamilies ? ROOT_COHORT_ID : parent.cohortId, reader: parent.reader }
}

/** The table `ruled`: each individual of the population with the outcomes of all rules, and whether the parent has it. */
function ruledTable(
  answers: Answers,
  { rules, parent, hidesUnreadableRelatives }: RulesPlan,
  others: Sql = EMPTY,
): { readonly table: Sql; readonly top: RuleColumn; readonly columns: readonly RuleColumn[] } {
  const columns = new RuleColumns(answers, hidesUnreadableRelatives ? isReadable(parent.reader) : null)
  const top = columns.add(rules)
  const isMember = answers.isMember(parent.cohortId)
  const table = sql`${answers.tables}, ruled AS (
      SELECT *, ${isMember} AS is_member${others} FROM ${columns.from(sql`person`)}
    )`
  return { table, top, columns: columns.all }
}

/** Whether a rule that takes part compares a text. */
function ruleReadsText(rule: Rule<AnyVariable>): boolean {
  return ruleList(rule).some(
    ({ rule: own }) => own.kind === 'condition' && !own.isOff && conditionComparesText(own.variable, own.condition),
  )
}
