import type { DataType } from '#domain/data-types.ts'
import { type Balance, balanceLines } from '#domain/imports/balance.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import type { ImportResult } from '#server/modules/imports/import-folder.ts'
import { type Problem, problemLine } from '#server/modules/imports/source/problem.ts'
import type { StoredVariable } from '#server/modules/imports/source/store-types.ts'

/** A data type that no dictionary declares, and the reason. */
export interface Inference {
  readonly file: string
  readonly variableName: string
  readonly dataType: DataType
  readonly reason: string
}

/** An answer outside the dictionary's levels or range; it is stored. */
export interface OutsideValue {
  readonly file: string
  readonly variableName: string
  readonly value: string
  readonly lines: readonly number[]
}

/** A variable whose name differs from its column. */
export interface Renaming {
  readonly file: string
  readonly originalName: string
  readonly variableName: string
}

export interface FormSummary {
  readonly file: string
  readonly title: string
  readonly rows: number
  readonly variables: number
  readonly observations: number
}

/** A variable of the report. */
export interface VariableSummary extends Pick<
  StoredVariable,
  'variableName' | 'originalName' | 'question' | 'dataType' | 'possibleValues' | 'valueMapping' | 'observations'
> {
  readonly file: string
  /** Whether the variable exists in the database and gets further answers. */
  readonly isKnown: boolean
  /** The reason of the inferred type; null where a dictionary or the user declares it. */
  readonly reason: string | null
}

/** The report of an import. */
export interface ImportReport {
  /** Where every file, row, column and filled cell went. */
  readonly balance: Balance
  readonly individuals: number
  readonly forms: readonly FormSummary[]
  readonly variables: readonly VariableSummary[]
  /** Number of variables with the declared type. */
  readonly declaredTypes: number
  readonly inferences: readonly Inference[]
  readonly renamings: readonly Renaming[]
  readonly outsideLevels: readonly OutsideValue[]
  readonly outsideRange: readonly OutsideValue[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/** Lines of one value that are listed; of the others the number only. */
const LINES_LISTED_MAX = 10

export function reportText({ report, cleared }: ImportResult, isDryRun = false): string {
  const variables = sum(report.forms, (form) => form.variables)
  const observations = sum(report.forms, (form) => form.observations)
  const removed = cleared === null || cleared.individuals === 0 ? [] : [clearedLine(cleared)]
  return [
    [
      `${countOf(report.individuals, 'individual')}, ${countOf(report.forms.length, 'form')}, ` +
        `${countOf(variables, 'variable')}, ${countOf(observations, 'answer')} ${isDryRun ? 'would be imported; nothing was changed.' : 'were imported.'}`,
      ...removed,
    ],
    section(
      'Balance',
      balanceLines(report.balance).map(({ name, text }) => `${name}: ${text}`),
    ),
    section('Forms', report.forms.map(formLine)),
    section('Rows left out', report.refused.map(problemLine)),
    section('To know', report.notes.map(problemLine)),
    section('Variables that could not have the name of their column', report.renamings.map(renamingLine)),
    section('Answers that are none of the declared levels (kept)', report.outsideLevels.map(outsideLine)),
    section('Numbers outside the declared range (kept)', report.outsideRange.map(outsideLine)),
    section('Types taken from the answers', report.inferences.map(inferenceLine)),
    [
      `${countOf(report.declaredTypes, 'variable has', 'variables have')} a type that the dictionary or earlier data declare.`,
    ],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
}

function clearedLine({
  individuals,
  demoAccounts,
  savedByOthers: madeByOthers,
}: NonNullable<ImportResult['cleared']>): string {
  const others = madeByOthers === 0 ? '' : `, and what other accounts had made of them (${formatCount(madeByOthers)})`
  return `The synthetic data (${countOf(individuals, 'individual')}) and ${countOf(demoAccounts, 'demo account')} are gone${others}.`
}

function formLine(form: FormSummary): string {
  const { file, title, rows, variables, observations } = form
  return `${file}: ${title}: ${countOf(rows, 'row')}, ${countOf(variables, 'variable')}, ${countOf(observations, 'answer')}`
}

function renamingLine({ file, originalName, variableName }: ImportReport['renamings'][number]): string {
  return `${file}: "${originalName}" is ${variableName}`
}

function inferenceLine({ file, variableName, dataType, reason }: ImportReport['inferences'][number]): string {
  return `${file}: ${variableName} is ${dataType}: ${reason}`
}

function outsideLine({ file, variableName, value, lines }: OutsideValue): string {
  const named = lines.slice(0, LINES_LISTED_MAX).join(', ')
  const more = lines.length > LINES_LISTED_MAX ? ` and ${formatCount(lines.length - LINES_LISTED_MAX)} more` : ''
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${named}${more}`
  return `${file}: ${variableName}: "${value}" ${countOf(lines.length, 'time')}, ${where}`
}

function sum(forms: readonly FormSummary[], value: (form: FormSummary) => number): number {
  return forms.reduce((total, form) => total + value(form), 0)
}
