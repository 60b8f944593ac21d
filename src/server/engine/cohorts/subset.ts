import type { CountRow, Split } from '#contract/shapes.ts'
import { mayRead } from '#domain/access.ts'
import type { Condition } from '#domain/constraint.ts'
import { conditionComparesText } from '#server/model/compares-text.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import { truthOf } from '#server/engine/conditions/comparison.ts'
import type { CountAnswers, OriginCount } from '#server/engine/sources/count-answers.ts'
import { countRow, namedValue } from '#server/engine/counts/count-rows.ts'
import type { FindMembers } from '#server/engine/sources/members.ts'
import { notCountedFields } from '#server/engine/conditions/not-counted.ts'
import { valueText } from '#server/engine/conditions/value-text.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** The members of a parent cohort for whom a condition on a variable holds. */
export interface Subset {
  readonly parent: Population
  readonly variable: AnyVariable
  readonly condition: Condition
}

/** Where a member of the parent goes; numbered within a statement, as texts take much longer to group by. */
const STATES = ['match', 'no_match', 'unknown', 'no_record'] as const
type State = (typeof STATES)[number]

/**
 * The members counted by what they answered and where they belong, and where everybody of the parent went, altogether
 * and by collection (semantics, "split"). One pass over the answers: only who matches is told apart any further.
 */
export async function previewSubset(
  connection: Connection,
  count: CountAnswers,
  subset: Subset,
): Promise<{ data: CountRow[]; split: Split; splitByCollection: ReadonlyMap<string, Split> }> {
  const numberOf = (state: State) => STATES.indexOf(state)
  const cells = await count.byOrigin(connection, subset.parent, subset.variable, (answers) => {
    const answer = answers.answerTo(subset.variable)
    const value = namedValue(answer, answer.value, subset.parent.reader, answers.parameters)
    const tables = judged(answers, subset)
    return `${tables}, counted AS (
        SELECT CAST(CASE WHEN truth THEN ${numberOf('match')} WHEN NOT has_record THEN ${numberOf('no_record')}
            WHEN truth IS NULL THEN ${numberOf('unknown')} ELSE ${numberOf('no_match')} END AS SMALLINT) AS state,
          CASE WHEN truth THEN ${value} END AS value, origin_no, ${answers.people} AS count
        FROM judged GROUP BY 1, 2, 3
      )
      SELECT state, ${valueText(answer.dataType, 'value')} AS value, origin_no, count
      FROM counted ORDER BY counted.value NULLS LAST, origin_no`
  })
  const splitByCollection = splitOfCells(cells, subset)
  return {
    data: cells.filter(({ state }) => state === numberOf('match')).map(countRow),
    split: sumOfSplits(splitByCollection),
    splitByCollection,
  }
}

type Counts = Record<State | 'not_counted', number>

/** Where a text may not be read, whoever neither matches nor fails is not counted: their truth may depend on it. */
function splitOfCells(cells: readonly OriginCount[], { parent, variable, condition }: Subset): Map<string, Counts> {
  const comparesText = conditionComparesText(variable, condition)
  const splits = new Map<string, Counts>()
  for (const { origin, state, count } of cells) {
    const { collection } = origin
    const split = splits.get(collection) ?? { match: 0, no_match: 0, unknown: 0, no_record: 0, not_counted: 0 }
    const name = STATES[state]
    const isUndecided = name === 'unknown' || name === 'no_record'
    const isUnread = comparesText && isUndecided && !mayRead(parent.reader, collection)
    if (name !== undefined) split[isUnread ? 'not_counted' : name] += count
    splits.set(collection, split)
  }
  return splits
}

function sumOfSplits(splits: ReadonlyMap<string, Counts>): Split {
  const sum = { match: 0, no_match: 0, unknown: 0, no_record: 0 }
  for (const split of splits.values()) {
    sum.match += split.match
    sum.no_match += split.no_match
    sum.unknown += split.unknown
    sum.no_record += split.no_record
  }
  const notCounted = [...splits].map(([collection, split]) => [collection, split.not_counted] as const)
  return { ...sum, ...notCountedFields(notCounted) }
}

/** Who they are, as a statement goes on to say it. */
export function subsetMembers(subset: Subset): FindMembers {
  return (connection) => {
    const answers = new Answers(connection, subset.parent)
    const tables = judged(answers, subset)
    return { parameters: answers.parameters, tables, from: 'judged WHERE is_match' }
  }
}

/** The table `judged`: each person of the parent with the truth of the condition and whether there is a record. */
function judged(answers: Answers, { variable, condition }: Subset): string {
  const answer = answers.answerTo(variable)
  const truth = truthOf(answer, condition, answers.parameters)
  const isMatch = isCustom(variable) ? answers.parameters.dialect.pinned(truth) : truth
  return `${answers.tables()}, judged AS (
      SELECT *, ${truth} AS truth, ${isMatch} AS is_match, ${answer.hasRecord} AS has_record FROM person
    )`
}
