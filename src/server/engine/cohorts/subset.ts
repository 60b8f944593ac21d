import type { CountRow, Split } from '#contract/shapes/shapes.ts'
import { mayRead } from '#domain/access.ts'
import type { Condition } from '#domain/constraint.ts'
import { isCustom, type AnyVariable, conditionComparesText } from '#server/model/variable.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import type { CountAnswers, StratumCount } from '#server/engine/sources/count-answers.ts'
import { countRow, addOutcome, sumOfCounts, type OutcomeCounts } from '#server/engine/cohorts/cohort-summary.ts'
import type { FindMembers } from '#server/engine/sources/members.ts'
import { namedValue, valueText } from '#server/engine/conditions/shown-value.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** The members of a parent cohort that meet a condition on a variable. */
export interface Subset {
  readonly parent: Population
  readonly variable: AnyVariable
  readonly condition: Condition
}

/** The outcomes for a member of the parent; by number within a statement: texts take much longer to group by. */
const STATES = ['match', 'no_match', 'unknown', 'no_record'] as const
type State = (typeof STATES)[number]

/**
 * The members by answer and stratum, and the outcomes of all members of the parent, in total and by collection
 * (semantics, "split"). One pass over the answers: only matches are divided further.
 */
export async function previewSubset(
  connection: Connection,
  count: CountAnswers,
  subset: Subset,
): Promise<{ data: CountRow[]; split: Split; splitByCollection: ReadonlyMap<string, Split> }> {
  const numberOf = (state: State) => literal(STATES.indexOf(state))
  const cells = await count.byStratum(connection, subset.parent, subset.variable, (answers) => {
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
  const splitByCollection = splitOfCells(cells, subset)
  return {
    data: cells.filter(({ state }) => STATES[state] === 'match').map(countRow),
    split: sumOfCounts(splitByCollection),
    splitByCollection,
  }
}

/** An unknown outcome may depend on an unreadable text: such individuals are not counted. */
function splitOfCells(
  cells: readonly StratumCount[],
  { parent, variable, condition }: Subset,
): ReadonlyMap<string, OutcomeCounts> {
  const comparesText = conditionComparesText(variable, condition)
  const splits = new Map<string, OutcomeCounts>()
  for (const { stratum, state, count } of cells) {
    const { collection } = stratum
    const name = STATES[state]
    if (name) addOutcome(splits, collection, name, count, comparesText && !mayRead(parent.reader, collection))
  }
  return splits
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
