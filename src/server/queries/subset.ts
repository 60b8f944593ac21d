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

/** The members counted, and where everybody of the parent went, altogether and by collection. */
export async function previewSubset(
  connection: Connection,
  subset: Subset,
): Promise<{ data: CountRow[]; split: Split; splitByCollection: ReadonlyMap<string, Split> }> {
  const data = await countSubset(connection, subset)
  const splitByCollection = await splitOfCollections(connection, subset)
  return { data, split: sumOfSplits([...splitByCollection.values()]), splitByCollection }
}

/** The members counted by what they answered and where they belong. */
export async function countSubset(connection: Connection, subset: Subset): Promise<CountRow[]> {
  const { answers, answer, tables } = judged(subset)
  const value = namedValue(answer, answer.value, subset.parent.reader, answers.parameters)
  const rows = await rowsOf(
    connection,
    v.object(CountRowColumns),
    `${tables}, counted AS (
      SELECT ${value} AS value, collection, consent, study_id, dx_nimh, CAST(count(*) AS INTEGER) AS count
      FROM judged WHERE truth GROUP BY 1, 2, 3, 4, 5
    )
    SELECT ${valueText(answer.dataType, 'value')} AS value, collection, consent, study_id, dx_nimh, count
    FROM counted ORDER BY counted.value NULLS LAST, collection, study_id, consent, dx_nimh`,
    answers.parameters.values,
  )
  return rows.map(countRow)
}

const State = v.object({
  collection: v.string(),
  truth: v.nullable(v.boolean()),
  has_record: v.boolean(),
  count: v.number(),
})

/** Where everybody of the parent went. */
export async function splitSubset(connection: Connection, subset: Subset): Promise<Split> {
  return sumOfSplits([...(await splitOfCollections(connection, subset)).values()])
}

async function splitOfCollections(connection: Connection, subset: Subset): Promise<Map<string, Split>> {
  const { answers, tables } = judged(subset)
  const states = await rowsOf(
    connection,
    State,
    `${tables} SELECT collection, truth, has_record, CAST(count(*) AS INTEGER) AS count FROM judged GROUP BY 1, 2, 3`,
    answers.parameters.values,
  )
  const splits = new Map<string, Split>()
  for (const { collection, truth, has_record, count } of states) {
    const split = splits.get(collection) ?? { match: 0, no_match: 0, unknown: 0, no_record: 0 }
    splits.set(collection, split)
    if (truth === true) split.match += count
    else if (!has_record) split.no_record += count
    else if (truth === false) split.no_match += count
    else split.unknown += count
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
