import * as v from 'valibot'
import { isCategory } from '#domain/data-types.ts'
import { categoryName, PLINK_CATEGORY, PLINK_MISSING, plinkTrait, type PlinkTrait } from '#domain/plink.ts'
import { valueText, isReadable } from '#server/engine/conditions/shown-value.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import {
  asciiText,
  linesPlan,
  type LineCell,
  type LinesPlan,
  type LineShape,
} from '#server/engine/downloads/lines-statement.ts'
import { Answers, type Answer } from '#server/engine/sources/answers.ts'
import type { NumbersBetween } from '#server/engine/sources/form-tables.ts'
import { namedColumn, type Trace } from '#server/engine/sources/pseudonyms.ts'
import { tablesOf, type AnyVariable } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import type { Dialect } from '#server/platform/db/dialect.ts'
import { EMPTY, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** A variable of a download that PLINK can take as a trait. */
export interface Phenotype {
  readonly variable: AnyVariable
  readonly trait: PlinkTrait
}

/** The variables that are traits, with the meanings of their codes. */
export function phenotypesOf(
  variables: readonly AnyVariable[],
  meaningOf: (variable: AnyVariable, code: string) => string,
): Phenotype[] {
  return variables.flatMap((variable) => {
    const codes = variable.possibleValues.map((code) => ({ code, meaning: meaningOf(variable, code) }))
    const trait = plinkTrait({ dataType: variable.dataType, codes })
    return trait ? [{ variable, trait }] : []
  })
}

/** Whether a categorical variable is excluded as a trait only because two codes would get the same name. */
export function haveCollidingCodes({ dataType, possibleValues }: AnyVariable): boolean {
  return isCategory(dataType) && new Set(possibleValues.map(categoryName)).size < possibleValues.length
}

/** An individual without a family is a family of one. */
const FAMILY_ID = sql`coalesce(family_id, individual_id)`
const INDIVIDUAL_ID = sql`individual_id`

const Colliding = v.object({ one: v.string(), other: v.string() })

/** Two ids of a download that would be equal without blanks, or null. */
export async function collidingIds(
  connection: Connection,
  { cohortId, reader }: DownloadTable,
): Promise<readonly [string, string] | null> {
  const answers = new Answers(connection.dialect, { cohortId, reader, leavesOutWithdrawn: true })
  const [found] = await rowsOf(
    connection,
    Colliding,
    sql`${answers.tables}
     SELECT min(individual_id) AS one, max(individual_id) AS other FROM person
     WHERE ${isReadable(reader)}
     GROUP BY ${withoutBlanks(FAMILY_ID)}, ${withoutBlanks(INDIVIDUAL_ID)}
     HAVING count(*) > 1 LIMIT 1`,
  )
  return found ? [found.one, found.other] : null
}

/** The first line of PLINK's phenotype file: FID, IID and the variables. */
export function phenotypeHeader(phenotypes: readonly Phenotype[]): string {
  return ['FID', 'IID', ...phenotypes.map(({ variable }) => variable.name)].join('\t')
}

const TAB = '\t'
/** Columns are separated by tabs, and nothing is quoted. */
export const PHENOTYPES: LineShape = {
  join: (cells, _, dialect) =>
    dialect.joined(
      asciiText(TAB),
      cells.map(({ text }) => text),
    ),
  separator: TAB,
  end: '\n',
  isQuoted: false,
}

/** Lines of a PLINK phenotype file; an individual without a family is a family of one. */
export function phenotypePlan(phenotypes: readonly Phenotype[]) {
  const idsOf = (dialect: Dialect, trace: Trace | undefined) => {
    const individual = namedColumn(dialect, trace, 'individual')
    return [sql`coalesce(${namedColumn(dialect, trace, 'family')}, ${individual})`, individual].map((id): LineCell => ({
      tables: [],
      cellOf: () => ({ text: withoutBlanks(id), needsQuotes: 'never' }),
    }))
  }
  const traits = phenotypes.map(({ variable, trait }): LineCell => ({
    tables: tablesOf(variable),
    cellOf: (answers) => {
      const text = traitText(trait, answers.answerTo(variable))
      return { text: sql`coalesce(${text}, ${literal(PLINK_MISSING)})`, needsQuotes: 'never' }
    },
  }))
  return (dialect: Dialect, { cohortId, reader, trace }: DownloadTable, between: NumbersBetween): LinesPlan =>
    linesPlan(dialect, { cohortId, reader, between }, PHENOTYPES, [...idsOf(dialect, trace), ...traits])
}

function traitText(trait: PlinkTrait, answer: Answer): Sql {
  const text = valueText(answer.dataType, answer.known)
  switch (trait.kind) {
    case 'quantitative':
      return text
    case 'case-control': {
      // A flag has no code for controls: an unset one is missing, as in data.csv.
      const control = trait.control === null ? EMPTY : sql` WHEN ${text} = ${trait.control} THEN '1'`
      return sql`CASE WHEN ${text} = ${trait.affected} THEN '2'${control} END`
    }
    case 'categories':
      return sql`${literal(PLINK_CATEGORY)} || ${withoutBlanks(sql`trim(${text})`)}`
  }
}

/** The columns of the file are separated by blanks. */
function withoutBlanks(text: Sql): Sql {
  return sql`translate(${text}, ' ' || chr(9) || chr(10) || chr(13), '____')`
}
