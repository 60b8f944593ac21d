import type { DescribedVariable, Overall } from '#contract/shapes/entities.ts'
import { placeholderWords } from '#domain/cohorts/cohort-notes.ts'
import { isFlag, isNumber } from '#domain/data-types.ts'
import { countOf, formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import { versionWords, type Question } from '#domain/question-versions.ts'
import { countsOf, largestOf, NOT_TICKED, type Figure } from '#domain/statistics/group-differences.ts'
import { pWords } from '#domain/statistics/relatives.ts'
import { DIAGNOSIS_FIELD } from '#domain/terms.ts'
import { plainQuestion } from '#domain/text/plain-question.ts'
import { meaningWords, valueWords } from '#entities/variables/value-words.ts'
import type { Average, Described } from '#features/describing/description.ts'
import {
  differenceWords,
  meanWords,
  medianWords,
  NONE,
  shareWords,
  type FigureForm,
} from '#features/describing/figures.ts'
import { noteNumber } from '#features/describing/notes.ts'

/** The column of the whole cohort beside its parts. */
export const OVERALL = 'Overall'

/** The column of the individuals in the test of a row. */
export const TESTED = 'n tested'

/** The members of a cohort that are in no group of a description by a variable; null if there are none. */
export function leftOutWords({ size, unknown, noRecord, other }: Overall, variableName: string): string | null {
  const out = unknown + noRecord + other
  if (out === 0) return null
  const reasons = [
    ...(unknown > 0 ? [`${formatCount(unknown)} unknown`] : []),
    ...(noRecord > 0 ? [`${formatCount(noRecord)} no record`] : []),
    ...(other > 0 ? [`${formatCount(other)} with another answer`] : []),
  ]
  return `${formatCount(out)} of ${countOf(size, 'member')} (${formatShare(out, size)}) ${out === 1 ? 'is' : 'are'} in no column by ${variableName}: ${reasons.join(', ')}. ${OVERALL} counts them.`
}

/** The relatives without data in a column's size; null if there are none. */
export function withoutDataWords(
  column: string,
  size: number | null,
  placeholders: number | null | undefined,
): string | null {
  return placeholders ? `${column}: N = ${formatSize(size)}, ${placeholderWords(placeholders)}.` : null
}

/** A row of the table: a variable, or one of its values or counts below it. */
export interface Line {
  readonly key: string
  readonly variableName: string
  /** The first name of the question to which the row belongs. */
  readonly question: string
  /** Indentation: a version is below its question, a value below its variable. */
  readonly level: 0 | 1 | 2
  readonly label: string
  /** Beside a label that is a name: the question of a variable, or the form of a version. */
  readonly detail: string
  /** The name and question of a variable, or a value with its code. */
  readonly title: string
  readonly isVariable: boolean
  /** The key of the row that opens and closes this one, which may be the row itself; null for other rows. */
  readonly fold: string | null
  /** What the row opens: its versions, or the reasons of missing answers; empty for other rows. */
  readonly foldWords: string
  /** The versions that the row counts, or the form of its version; empty for other rows. */
  readonly versionWords: string
  /** The same behind the label in copies, where notes name the rows that lack versions. */
  readonly suffix: string
  /** One for each group, and last for the whole cohort if it is divided by a variable. */
  readonly cells: readonly string[]
  /** One for each group but the first; empty below the variable. */
  readonly differences: readonly Figure[]
  /** Whether its differences have a direction. */
  readonly isSigned: boolean
  readonly p: Figure | null
  readonly test: string
  /** Families of several individuals in the columns. */
  readonly relatedFamilies: number
  /** Individuals of all columns in the test, one of each family; null without p. */
  readonly testedNumber: number | null
}

const UNTESTED = { differences: [], isSigned: false, p: null, test: '', relatedFamilies: 0, testedNumber: null }

export interface LinesAsked extends FigureForm {
  readonly average: Average
  readonly hasMissing: boolean
  /** Names of variables and codes of values, beside their words. */
  readonly hasCodes: boolean
  /** Of questions with the answers yes and no, only the row of those who said yes. */
  readonly isYesOnly: boolean
  /** The keys of the rows that are open. */
  readonly unfolded: readonly string[]
}

/** The place of a version below its question. */
export interface VersionPlace {
  readonly fold: string
  readonly form: string
}

/** The rows of a variable, of a question with several versions, or of one of its versions below it. */
export function linesOf(described: Described, asked: LinesAsked, version: VersionPlace | null = null): readonly Line[] {
  const { average, hasMissing, hasCodes } = asked
  const { variable, differences } = described
  const { variableName, dataType } = variable
  const groups = columnsOf(variable)
  const versions = variable.versions?.length ?? 0
  const fold = version?.fold ?? (versions > 0 ? variableName : null)
  const rowKey = version ? `version ${variableName}` : variableName
  const below = ({ key, label, title = label, cells, ...folding }: LineBelow): Line => ({
    key: `${rowKey} ${key}`,
    variableName,
    question: version?.fold ?? variableName,
    level: version ? 2 : 1,
    label,
    detail: '',
    title,
    isVariable: false,
    fold,
    foldWords: '',
    versionWords: '',
    suffix: '',
    cells,
    ...UNTESTED,
    ...folding,
  })
  const answered = groups.map((group) => formatSize(group.answered))
  const values = valueLines(described, asked)
  const yes = asked.isYesOnly ? yesOf(variable) : undefined
  const only = yes === undefined ? undefined : values.find(({ value }) => value === yes)
  const words = version?.form ?? plainQuestion(variable.question)
  const whole = variable.question.replaceAll('|', ' ').trim()
  const isNamed = hasCodes || words === ''
  const form = isNumber(dataType) && !version ? numberForm(words, asked) : ''
  const first: Line = {
    key: rowKey,
    variableName,
    question: version?.fold ?? variableName,
    level: version ? 1 : 0,
    label: `${isNamed ? variableName : words}${only ? `${isNamed ? ' =' : ':'} ${only.label}` : ''}${words === '' || !isNamed ? form : ''}`,
    detail: isNamed && words !== '' ? `${words}${form}` : '',
    title: words === '' ? variableName : `${variableName}: ${version?.form ?? whole}`,
    isVariable: true,
    fold,
    foldWords: versionWords(versions, versions),
    versionWords: versionWords(versions, versions),
    suffix: versionWords(versions, versions),
    cells: isNumber(dataType)
      ? groups.map((group) => (average === 'mean' ? meanWords(group, asked) : medianWords(group.quantiles, asked)))
      : (only?.cells ?? answered.map((count) => (count === 'hidden' ? '' : `n = ${count}`))),
    differences,
    isSigned: isNumber(dataType),
    p: pOf(variable.tested),
    test: variable.tested?.test ?? '',
    relatedFamilies: variable.tested?.relatedFamilies ?? 0,
    testedNumber: variable.tested?.p == null ? null : variable.tested.families,
  }
  return [
    first,
    ...(only ? [] : values.map(({ value, ...row }) => below({ key: `value ${value}`, ...row }))),
    ...(isNumber(dataType) && !hasMissing ? [below({ key: 'n', label: 'Answered', cells: answered })] : []),
    ...(hasMissing ? missingLines(described, asked, `${rowKey} ${MISSING_KEY}`).map(below) : []),
  ]
}

/** The form of a number's figures behind its label, as journals print it: ", mean (SD)". */
function numberForm(words: string, { average, hasIntervals }: LinesAsked): string {
  const form = average === 'median' ? 'median (IQR)' : `mean (SD)${hasIntervals ? ' [95% CI]' : ''}`
  return /[?!.:;]$/u.test(words) ? ` ${form}` : `, ${form}`
}

/** The rows of questions with the versions that they count of all in the catalog. */
export function withVersionWords(
  lines: readonly Line[],
  questions: readonly Question[],
  others: ReadonlyMap<string, readonly string[]>,
): readonly Line[] {
  const byName = new Map(questions.map((question) => [question.names[0], question]))
  return lines.map((line) => {
    const question = line.isVariable && line.level === 0 ? byName.get(line.question) : undefined
    if (!question) return line
    const { names, forms } = question
    const words = versionWords(names.length, names.length + (others.get(names[0])?.length ?? 0))
    const form = names.length === 1 ? forms[0] : undefined
    return {
      ...line,
      foldWords: line.foldWords === '' ? '' : words,
      versionWords: form ?? words,
      suffix: form ?? versionWords(names.length, names.length),
    }
  })
}

interface LineBelow
  extends Pick<Line, 'label' | 'cells'>, Partial<Pick<Line, 'title' | 'fold' | 'foldWords' | 'level'>> {
  readonly key: string
}

const YES = /^(yes|present|true|ticked)\b/i
const NO = /^(no|absent|false|not ticked)\b/i

/** The value that says yes, of a question whose only other value says no; undefined for other questions. */
function yesOf(variable: DescribedVariable): string | undefined {
  const values = valuesOf(variable)
  if (isFlag(variable.dataType)) return values.find((value) => value !== NOT_TICKED)
  const [yes, no] = [YES, NO].map((words) => values.find((value) => words.test(meaningWords(variable, value))))
  return values.length === 2 && no !== undefined ? yes : undefined
}

/** The values of categories in all columns. */
function valuesOf(variable: DescribedVariable): readonly string[] {
  const counts = columnsOf(variable).map((group) => countsOf(variable.dataType, group) ?? [])
  return [...new Set(counts.flatMap((groupCounts) => groupCounts.map(([value]) => value)))]
}

/** The groups, and last the whole cohort if it is divided by a variable. */
function columnsOf({ groups, overall }: DescribedVariable): DescribedVariable['groups'] {
  return overall === null ? groups : [...groups, overall]
}

function pOf(tested: DescribedVariable['tested']): Figure | null {
  if (tested === null) return null
  return tested.p === null ? { because: tested.because } : { value: tested.p }
}

function valueLines({ variable }: Described, asked: LinesAsked) {
  const { dataType } = variable
  const groups = columnsOf(variable)
  const counts = groups.map((group) => countsOf(dataType, group) ?? [])
  const wholes = groups.map(({ answered, unknown }) =>
    isFlag(dataType) ? (answered === null || unknown === null ? null : answered + unknown) : answered,
  )
  return valuesOf(variable).map((value) => {
    const isNotTicked = isFlag(dataType) && value === NOT_TICKED
    const title = isNotTicked ? NOT_TICKED_LABEL : valueWords(variable, value)
    return {
      value,
      title,
      label: isNotTicked || asked.hasCodes ? title : meaningWords(variable, value),
      cells: counts.map((groupCounts, place) => {
        const found = groupCounts.find(([other]) => other === value)
        return shareWords(found ? found[1] : 0, wholes[place] ?? null, asked)
      }),
    }
  })
}

const NOT_TICKED_LABEL = 'Not ticked'
const MISSING_KEY = 'missing'
const NOT_COUNTED_KEY = 'not counted'

/** Whether a row counts the missing answers of a variable. */
export function isMissingLine({ key }: Line): boolean {
  return key.endsWith(` ${MISSING_KEY}`)
}

/** Whether a row counts the individuals whose answers are not used. */
export function isNotCountedLine({ key }: Line): boolean {
  return key.endsWith(` ${NOT_COUNTED_KEY}`)
}

/**
 * The missing answers in one row, which opens into its two reasons, and the individuals not counted; none without
 * individuals. A flag without a tick is an answer, so that only its records can be missing.
 */
function missingLines({ variable }: Described, { digits, unfolded }: LinesAsked, rowKey: string): LineBelow[] {
  const groups = columnsOf(variable)
  const isTick = isFlag(variable.dataType)
  // A diagnosis is missing for one reason.
  const hasReasons = !isTick && variable.variableName !== DIAGNOSIS_FIELD
  const wholes = groups.map(({ answered, unknown, noRecord, notCounted }) =>
    sumOf([answered, unknown, noRecord, notCounted]),
  )
  const cellsOf = (counts: readonly (number | null)[]) =>
    counts.map((count, place) => shareWords(count, wholes[place] ?? null, { digits, hasIntervals: false }))
  const missing = groups.map(({ unknown, noRecord }) => sumOf(isTick ? [noRecord] : [unknown, noRecord]))
  const left = groups.map(({ notCounted }) => notCounted)
  const part = (key: string, label: string, counts: readonly (number | null)[]): LineBelow => ({
    key,
    label,
    cells: cellsOf(counts),
    fold: rowKey,
    level: 2,
  })
  return [
    ...(missing.some((count) => count !== 0)
      ? [
          {
            key: MISSING_KEY,
            label: 'Missing',
            cells: cellsOf(missing),
            ...(hasReasons && { fold: rowKey, foldWords: 'by reason' }),
          },
        ]
      : []),
    ...(hasReasons && unfolded.includes(rowKey)
      ? [
          part(
            'no answer',
            'No answer',
            groups.map(({ unknown }) => unknown),
          ),
          part(
            'no form',
            'No form',
            groups.map(({ noRecord }) => noRecord),
          ),
        ]
      : []),
    ...(left.some((count) => count !== 0)
      ? [{ key: NOT_COUNTED_KEY, label: 'Not counted', cells: left.map((count) => formatSize(count)) }]
      : []),
  ]
}

/** Null if a part is suppressed. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

export function sizeWords(size: number | null): string {
  return `N = ${formatSize(size)}`
}

/** The texts of a row in the order of the columns. */
export function textsOf(line: Line, columns: Columns, testNotes: readonly string[]): readonly string[] {
  const { label, detail, level, suffix, cells } = line
  const name = detail === '' ? label : `${label}: ${detail}`
  return [
    `${'  '.repeat(level)}${name}${suffix === '' ? '' : ` (${suffix})`}`,
    ...cells,
    ...(columns.compared.length > 0 ? [largestWords(line, columns.compared)] : []),
    ...(columns.hasP ? [pCell(line), testedCell(line), noteNumber(line, testNotes)] : []),
  ]
}

/** The p value of a row; its note says why a row has none. */
export function pCell({ p }: Line): string {
  if (p === null) return ''
  return 'value' in p ? pWords(p) : NONE
}

export function testedCell({ testedNumber }: Line): string {
  return testedNumber === null ? '' : formatCount(testedNumber)
}

/** The difference that is largest in size, with the name of its column beside several. */
export function largestWords(
  { differences, isSigned }: Pick<Line, 'differences' | 'isSigned'>,
  compared: readonly string[],
): string {
  const place = largestPlace(differences)
  if (place === null) return differences.length === 0 ? '' : NONE
  const words = differenceWords(differences[place], isSigned)
  return compared.length === 1 ? words : `${words} (${compared[place] ?? ''})`
}

/** The place of the difference that is largest in size; null if no difference has a value. */
export function largestPlace(differences: readonly Figure[]): number | null {
  const largest = largestOf(differences)
  const place = differences.findIndex((one) => 'value' in one && Math.abs(one.value) === largest)
  return place < 0 ? null : place
}

export interface Columns {
  /** The names of the groups, and last OVERALL if a variable divides the cohort. */
  readonly names: readonly string[]
  readonly sizes: readonly (number | null)[]
  /** The names of all groups but the first, without OVERALL. */
  readonly compared: readonly string[]
  readonly hasP: boolean
  /** The cells are longer. */
  readonly hasIntervals: boolean
}

/** The headers in the order of the columns; on screen the number of the note stands with p. */
export function headersOf({ names, sizes, compared, hasP }: Columns): readonly string[] {
  return [
    'Variable',
    ...names.map((name, place) => `${name} (${sizeWords(sizes[place] ?? null)})`),
    ...(compared.length === 0 ? [] : [compared.length === 1 ? 'SMD' : 'Largest SMD']),
    ...(hasP ? ['p', TESTED, 'Note'] : []),
  ]
}
