import type { DescribedVariable, GroupAnswers } from '#contract/shapes/shapes-of-descriptions.ts'
import { inChunks } from '#domain/chunks.ts'
import { isFlag } from '#domain/data-types.ts'
import { DESCRIBED_VARIABLES_MAX } from '#domain/limits.ts'
import { countsOf, NOT_TICKED } from '#domain/statistics/group-differences.ts'
import { tabSeparated } from '#domain/text/tab-separated.ts'
import { textAt } from '#domain/text/text.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import type { User } from '#server/model/user.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { abortedBy } from '#server/platform/db/scope.ts'
import { questionsOf, type Versions } from '#server/store/catalog/questions.ts'

/** Statistics of a cohort's answers, as the user may see them: those of `/cohort/describe`. */
export type DescribeCohort = (
  connection: Connection,
  user: User,
  cohortId: number,
) => Promise<{
  /** Null if suppressed. */
  readonly size: number | null
  readonly answersTo: (questions: readonly Versions[]) => Promise<readonly DescribedVariable[]>
}>

/** Questions of one statement. */
const AT_ONCE = 25

const HEADERS = [
  'variable',
  'question',
  'value',
  'meaning',
  'n',
  'percent',
  'mean',
  'sd',
  'minimum',
  'lower_quartile',
  'median',
  'upper_quartile',
  'maximum',
  'unknown',
  'no_record',
  'not_counted',
  'versions',
]

export function hasTableOne({ variables }: Pick<DownloadTable, 'variables'>): boolean {
  return variables.length <= DESCRIBED_VARIABLES_MAX
}

/**
 * “Table 1” of the cohort as TSV: its size, then each question with the individuals that answered, and its values. On a
 * connection of its own: the column cache is newer than the snapshot of the rows.
 */
export async function* tableOnePieces(
  { database, describeCohort }: { readonly database: Database; readonly describeCohort: DescribeCohort },
  { signal, inMemoryShare }: Pick<DownloadReader, 'signal' | 'inMemoryShare'>,
  { cohortId, variables }: Pick<DownloadTable, 'cohortId' | 'variables'>,
  user: User,
): AsyncGenerator<Uint8Array, undefined> {
  const connection = await database.connect()
  try {
    const { size, answersTo } = await describeCohort(abortedBy(connection, signal), user, cohortId)
    yield linesOf([HEADERS, row({ variable: 'Individuals', n: shown(size) })])
    for (const some of inChunks(await questionsOf(connection, variables), AT_ONCE)) {
      const described = await inMemoryShare(1, () => answersTo(some))
      yield linesOf(described.flatMap(rowsOfVariable))
    }
  } finally {
    await connection.abandon()
  }
}

function rowsOfVariable(described: DescribedVariable): string[][] {
  const { variable_name: variable, data_type: dataType, question, value_mapping: meanings, groups } = described
  const [answers] = groups
  if (!answers) return []
  const [minimum, lower, median, upper, maximum] = answers.quantiles ?? []
  const first = row({
    variable,
    question,
    n: shown(answers.answered),
    mean: measured(answers.mean),
    sd: measured(answers.sd),
    minimum: measured(minimum),
    lower_quartile: measured(lower),
    median: measured(median),
    upper_quartile: measured(upper),
    maximum: measured(maximum),
    unknown: shown(answers.unknown),
    no_record: shown(answers.no_record),
    not_counted: shown(answers.not_counted),
    versions: (described.versions ?? []).join(';'),
  })
  const whole = wholeOf(dataType, answers)
  const values = (countsOf(dataType, answers) ?? []).map(([value, count]) => {
    const isNotTicked = isFlag(dataType) && value === NOT_TICKED
    return row({
      variable,
      value: isNotTicked ? '' : value,
      meaning: isNotTicked ? 'not ticked' : textAt(meanings ?? {}, value),
      n: shown(count),
      percent: count === null || !whole ? '' : ((100 * count) / whole).toFixed(1),
    })
  })
  return [first, ...values]
}

/** The base of percentages: the individuals with an answer; of a flag also those without a tick. */
function wholeOf(dataType: string, { answered, unknown }: GroupAnswers): number | null {
  if (!isFlag(dataType)) return answered
  return answered === null || unknown === null ? null : answered + unknown
}

function row(cells: Readonly<Record<string, string>>): string[] {
  return HEADERS.map((header) => textAt(cells, header))
}

function shown(count: number | null): string {
  return count === null ? 'hidden' : String(count)
}

function measured(number: number | null | undefined): string {
  return number == null ? '' : String(number)
}

/** Rows of a TSV file. */
export function linesOf(rows: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(tabSeparated(rows))
}
