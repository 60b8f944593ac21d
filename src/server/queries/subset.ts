import * as v from 'valibot'
import type { CountRow, Split } from '#contract/shapes.ts'
import type { Condition } from '#domain/constraint.ts'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { Answers, type Answer, type Population } from '#server/queries/answers.ts'
import { truthOf } from '#server/queries/comparison.ts'
import { countRow, CountRowColumns, namedValue } from '#server/queries/count-rows.ts'
import { valueText } from '#server/queries/value-text.ts'
import { rowsOf, type Connection } from '#server/storage/database.ts'

/** The members of a parent cohort for whom a condition on a variable holds. */
export interface Subset {
  readonly parent: Population
  readonly variable: AnyVariable
  readonly condition: Condition
}

const Cell = v.object({ ...CountRowColumns, state: v.picklist(['match', 'no_match', 'unknown', 'no_record']) })

/**
 * The members counted by what they answered and where they belong, and where everybody of the parent went, altogether
 * and by collection (semantics, "split"). One pass over the answers: only who matches is told apart any further.
 */
export async function previewSubset(
  connection: Connection,
  subset: Subset,
): Promise<{ data: CountRow[]; split: Split; splitByCollection: ReadonlyMap<string, Split> }> {
  const { answers, answer, tables } = judged(subset)
  const value = namedValue(answer, answer.value, subset.parent.reader, answers.parameters)
  const ofMatch = (column: string, name: string) => `CASE WHEN truth THEN ${column} END AS ${name}`
  const cells = await rowsOf(
    connection,
    Cell,
    `${tables}, counted AS (
      SELECT
        CASE WHEN truth THEN 'match' WHEN NOT has_record THEN 'no_record' WHEN truth IS NULL THEN 'unknown'
          ELSE 'no_match' END AS state,
        collection, ${ofMatch(value, 'value')}, ${ofMatch('consent', 'consent')}, ${ofMatch('study_id', 'study_id')},
        ${ofMatch('dx_nimh', 'dx_nimh')}, CAST(count(*) AS INTEGER) AS count
      FROM judged GROUP BY 1, 2, 3, 4, 5, 6
    )
    SELECT state, ${valueText(answer.dataType, 'value')} AS value, collection, consent, study_id, dx_nimh, count
    FROM counted ORDER BY counted.value NULLS LAST, collection, study_id, consent, dx_nimh`,
    answers.parameters.values,
  )
  const splitByCollection = splitOfCells(cells)
  return {
    data: cells.filter(({ state }) => state === 'match').map(countRow),
    split: sumOfSplits([...splitByCollection.values()]),
    splitByCollection,
  }
}

function splitOfCells(cells: readonly v.InferOutput<typeof Cell>[]): Map<string, Split> {
  const splits = new Map<string, Split>()
  for (const { collection, state, count } of cells) {
    const split = splits.get(collection ?? '') ?? { match: 0, no_match: 0, unknown: 0, no_record: 0 }
    split[state] += count
    splits.set(collection ?? '', split)
  }
  return splits
}

function sumOfSplits(splits: readonly Split[]): Split {
  const sum = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  for (const split of splits) {
    sum.match += split.match
    sum.no_match += split.no_match
    sum.unknown += split.unknown
    sum.no_record += split.no_record
  }
  return sum
}

/** Makes them the members of a cohort; answers how many there are. */
export async function insertSubsetMembers(connection: Connection, cohortId: number, subset: Subset): Promise<number> {
  const { answers, tables } = judged(subset)
  const { rowsChanged } = await connection.run(
    `INSERT INTO cohort_member
     ${tables}
     SELECT ${answers.parameters.bind(cohortId)}, individual_no FROM judged WHERE truth ORDER BY individual_no`,
    answers.parameters.values,
  )
  return rowsChanged
}

/** The table `judged`: each person of the parent with the truth of the condition and whether there is a record. */
function judged({ parent, variable, condition }: Subset): { answers: Answers; answer: Answer; tables: string } {
  const answers = new Answers(parent)
  const answer = answers.answerTo(variable)
  const truth = truthOf(answer, condition, answers.parameters)
  return {
    answers,
    answer,
    tables: `${answers.tables()}, judged AS (SELECT *, ${truth} AS truth, ${answer.hasRecord} AS has_record FROM person)`,
  }
}
