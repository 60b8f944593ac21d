import type { CountRow, Split } from '#contract/shapes/shapes.ts'
import { mayRead } from '#domain/access.ts'
import { type Condition, matchesMissing } from '#domain/conditions/constraint.ts'
import { hasRecord, NO_ANSWER, NO_RECORD, type AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { eachPlace, intersect, sizeOf, sizeOfBoth } from '#server/engine/bitmaps/bitmap.ts'
import { outcomeOfCode, type OutcomeOfCode } from '#server/engine/bitmaps/condition-outcome.ts'
import { countsByCode, type CodeCount } from '#server/engine/bitmaps/counts-by-code.ts'
import { populationBitmap } from '#server/engine/bitmaps/population.ts'
import { codesOfVariable, countsByValue } from '#server/engine/bitmaps/value-counts.ts'
import { countRow, addOutcome, sumOfCounts, type OutcomeCounts } from '#server/engine/cohorts/cohort-summary.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { namedValue, valueText } from '#server/engine/conditions/shown-value.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import type { CountAnswers, StratumCount } from '#server/engine/sources/count-answers.ts'
import type { FindMembers } from '#server/engine/sources/members.ts'
import { isCustom, type AnyVariable, conditionComparesText } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { literal, sql, type Sql } from '#server/platform/db/sql.ts'
import { createPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

/** The members of a parent cohort that meet a condition on a variable. */
export interface Subset {
  readonly parent: Population
  readonly variable: AnyVariable
  readonly condition: Condition
}

/** The outcomes for a member of the parent; by number within a statement: texts take much longer to group by. */
const STATES = ['match', 'no_match', 'unknown', 'no_record'] as const
type State = (typeof STATES)[number]

export interface SubsetCounts {
  readonly data: CountRow[]
  readonly split: Split
  readonly splitByCollection: ReadonlyMap<string, Split>
}

/**
 * The members by answer and stratum, and the outcomes of all members of the parent, in total and by collection
 * (semantics, "split").
 */
export function previewSubset(connection: Connection, engine: BitmapEngine, subset: Subset): Promise<SubsetCounts> {
  return engine.read(connection, subset.parent.reader, async (data) => {
    const { parent, variable, condition } = subset
    const codes = await codesOfVariable(data, variable, parent.reader)
    if (!codes) return previewBySql(connection, data.count, subset)
    const pause = createPause(connection.scope.signal ?? undefined)
    const outcomeOf = await outcomeOfCode(data, { variable, condition }, codes)
    const groupOf = groupsOfOutcomes(codes, outcomeOf)
    const counts = countsByCode(codes, await populationBitmap(data, parent), data.individuals, groupOf)
    const isCompared = textIsCompared(subset)
    const stateOf = ({ code, stratum }: CodeCount): State => {
      // The codes of a custom variable are the reader's own.
      const isHidden = !isCustom(variable) && code > NO_ANSWER && !isCompared(stratum.collection)
      const outcome = isHidden ? null : outcomeOf(code)
      if (outcome) return 'match'
      if (!hasRecord(codes, code)) return 'no_record'
      return outcome === null ? 'unknown' : 'no_match'
    }
    const matching: CodeCount[] = []
    const splits = new Map<string, OutcomeCounts>()
    // Tens of thousands of counts, of a number.
    await eachWithPauses(counts, pause, (codeCount) => {
      const { collection } = codeCount.stratum
      const state = stateOf(codeCount)
      if (state === 'match') matching.push(codeCount)
      addOutcome(splits, collection, state, codeCount.count, !isCompared(collection))
    })
    const byValue = await countsByValue(matching, codes, variable, parent.reader, pause)
    await pause()
    return presented(byValue, splits)
  })
}

/**
 * The matching relatives without data. They have no record, but a condition may match the missing, and a score may be
 * known without a record.
 */
export function placeholdersOfSubset(connection: Connection, engine: BitmapEngine, subset: Subset): Promise<number> {
  return engine.read(connection, subset.parent.reader, async (data) => {
    const { parent, variable, condition } = subset
    const placeholders = intersect(await populationBitmap(data, parent), data.individuals.placeholders)
    if (sizeOf(placeholders) === 0) return 0
    if (!isCustom(variable) && !matchesMissing(condition)) return 0
    const codes = isCustom(variable) ? await codesOfVariable(data, variable, parent.reader) : null
    if (!codes) {
      const { yes } = await data.outcomeOf({ variable, condition, reader: parent.reader })
      return sizeOfBoth(yes, placeholders)
    }
    const outcomeOf = await outcomeOfCode(data, { variable, condition }, codes)
    let count = 0
    eachPlace(placeholders, (place) => {
      if (outcomeOf(codes.codes[place] ?? NO_RECORD)) count++
    })
    return count
  })
}

/**
 * The group in which a code is counted. A matching code is a group of its own, because matches are shown by answer. All
 * other codes with equal outcomes (with and without access to texts) are one group, named by its first code.
 */
function groupsOfOutcomes(codes: AnswerCodes, outcomeOf: OutcomeOfCode): (code: number) => number {
  const groups = new Map<string, number>()
  return (code) => {
    const outcome = outcomeOf(code)
    if (outcome) return code
    const key = JSON.stringify([outcome, hasRecord(codes, code), code > NO_ANSWER])
    const group = groups.get(key) ?? code
    groups.set(key, group)
    return group
  }
}

/** Whether the reader may read the texts of a collection that the condition compares. */
function textIsCompared({ parent, variable, condition }: Subset): (collection: string) => boolean {
  const comparesText = conditionComparesText(variable, condition)
  return (collection) => !comparesText || mayRead(parent.reader, collection)
}

function presented(
  matching: readonly Omit<StratumCount, 'state'>[],
  splitByCollection: ReadonlyMap<string, OutcomeCounts>,
): SubsetCounts {
  return { data: matching.map(countRow), split: sumOfCounts(splitByCollection), splitByCollection }
}

/** For a variable without codes. One pass over the answers: only matches are divided further. */
async function previewBySql(connection: Connection, count: CountAnswers, subset: Subset): Promise<SubsetCounts> {
  const numberOf = (state: State) => literal(STATES.indexOf(state))
  const cells = await count.byStratum(connection, subset.parent, (answers) => {
    const answer = answers.answerTo(subset.variable)
    const value = namedValue(answer, answer.value, subset.parent.reader)
    return sql`${testedTable(answers, subset)}, counted AS (
        SELECT CAST(CASE WHEN outcome THEN ${numberOf('match')} WHEN NOT has_record THEN ${numberOf('no_record')}
            WHEN outcome IS NULL THEN ${numberOf('unknown')} ELSE ${numberOf('no_match')} END AS SMALLINT) AS state,
          CASE WHEN outcome THEN ${value} END AS value, origin_no, ${answers.individuals} AS count
        FROM tested GROUP BY 1, 2, 3
      )
      SELECT state, ${valueText(answer.dataType, sql`value`)} AS value, origin_no, count
      FROM counted ORDER BY counted.value NULLS LAST, origin_no`
  })
  const isCompared = textIsCompared(subset)
  const splits = new Map<string, OutcomeCounts>()
  for (const { stratum, state, count: size } of cells) {
    const name = STATES[state]
    if (name) addOutcome(splits, stratum.collection, name, size, !isCompared(stratum.collection))
  }
  return presented(
    cells.filter(({ state }) => STATES[state] === 'match'),
    splits,
  )
}

/** The members of a subset. */
export function subsetMembers(subset: Subset): FindMembers {
  return (dialect) => ({
    tables: testedTable(new Answers(dialect, subset.parent), subset),
    from: sql`tested WHERE is_match`,
  })
}

/** The table `tested`: each member of the parent with the outcome of the condition and whether there is a record. */
function testedTable(answers: Answers, { variable, condition }: Subset): Sql {
  const answer = answers.answerTo(variable)
  const outcome = conditionSql(answer, condition, answers.dialect)
  const isMatch = isCustom(variable) ? answers.dialect.pinned(outcome) : outcome
  return sql`${answers.tables}, tested AS (
      SELECT *, ${outcome} AS outcome, ${isMatch} AS is_match, ${answer.hasRecord} AS has_record FROM person
    )`
}
