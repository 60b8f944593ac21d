import * as v from 'valibot'
import { categoryName, PLINK_CATEGORY, PLINK_MISSING, plinkTrait, type PlinkTrait } from '#domain/plink.ts'
import { tablesOf, type AnyVariable } from '#server/model/variable.ts'
import { Answers, type Answer } from '#server/engine/sources/answers.ts'
import type { DownloadTable } from '#server/engine/downloads/download-table.ts'
import type { NumbersBetween } from '#server/engine/sources/form-tables.ts'
import {
  linesPlan,
  sqlText,
  type LineCell,
  type LinesPlan,
  type LineShape,
} from '#server/engine/downloads/lines-statement.ts'
import { isReadable } from '#server/engine/conditions/readable.ts'
import { valueText } from '#server/engine/conditions/value-text.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import type { Parameters } from '#server/platform/db/parameters.ts'

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

/** Whether a category is no trait only because two of its codes would have one name. */
export function haveCollidingCodes({ dataType, possibleValues }: AnyVariable): boolean {
  return dataType === 'categorical' && new Set(possibleValues.map(categoryName)).size < possibleValues.length
}

const Colliding = v.object({ one: v.string(), other: v.string() })

/** Two ids among the people of a download that would be one without blanks, or null. */
export async function collidingIds(
  connection: Connection,
  { cohortId, reader }: DownloadTable,
): Promise<readonly [string, string] | null> {
  const answers = new Answers(connection, { cohortId, reader })
  const [found] = await rowsOf(
    connection,
    Colliding,
    `${answers.tables()}
     SELECT min(individual_id) AS one, max(individual_id) AS other FROM person
     WHERE ${isReadable(reader, answers.parameters)}
     GROUP BY ${withoutBlanks('coalesce(family_id, individual_id)')}, ${withoutBlanks('individual_id')}
     HAVING count(*) > 1 LIMIT 1`,
    answers.parameters.values,
  )
  return found ? [found.one, found.other] : null
}

/** The first line of PLINK's phenotype file: FID, IID and the variables. */
export function phenotypeHeader(phenotypes: readonly Phenotype[]): string {
  return ['FID', 'IID', ...phenotypes.map(({ variable }) => variable.name)].join('\t')
}

const TAB = '\t'
/** Columns are parted by tabs, and nothing is quoted. */
export const PHENOTYPES: LineShape = {
  join: (cells, _, dialect) =>
    dialect.joined(
      sqlText(TAB),
      cells.map(({ text }) => text),
    ),
  separator: TAB,
  end: '\n',
  isQuoted: false,
}

/** Lines of a PLINK phenotype file; a person without a family is one of their own. */
export function phenotypePlan(phenotypes: readonly Phenotype[]) {
  const ids = ['coalesce(family_id, individual_id)', 'individual_id'].map((id): LineCell => ({
    tables: [],
    cellOf: () => ({ text: withoutBlanks(id), needsQuotes: 'never' }),
  }))
  const traits = phenotypes.map(({ variable, trait }): LineCell => ({
    tables: tablesOf(variable),
    cellOf: (answers) => {
      const text = traitText(trait, answers.answerTo(variable), answers.parameters)
      return { text: `coalesce(${text}, '${PLINK_MISSING}')`, needsQuotes: 'never' }
    },
  }))
  return (connection: Connection, { cohortId, reader }: DownloadTable, between: NumbersBetween): LinesPlan =>
    linesPlan(connection, { cohortId, reader, between }, PHENOTYPES, [...ids, ...traits])
}

function traitText(trait: PlinkTrait, answer: Answer, parameters: Parameters): string {
  const { bind } = parameters
  const text = valueText(answer.dataType, answer.known)
  switch (trait.kind) {
    case 'quantitative':
      return text
    case 'case-control': {
      // A flag names no code for controls: one that is not set is missing, as in data.csv.
      const control = trait.control === null ? '' : ` WHEN ${text} = ${bind(trait.control)} THEN '1'`
      return `CASE WHEN ${text} = ${bind(trait.affected)} THEN '2'${control} END`
    }
    case 'categories':
      return `'${PLINK_CATEGORY}' || ${withoutBlanks(`trim(${text})`)}`
  }
}

/** Blanks part the columns of the file. */
function withoutBlanks(text: string): string {
  return `translate(${text}, ' ' || chr(9) || chr(10) || chr(13), '____')`
}
