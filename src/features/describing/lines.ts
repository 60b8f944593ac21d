import type { DescribedVariable, Overall } from '#contract/shapes/entities.ts'
import { placeholderWords } from '#domain/cohorts/cohort-notes.ts'
import { isFlag, isNumber } from '#domain/data-types.ts'
import { countOf, formatCount, formatShare, formatSize } from '#domain/numbers.ts'
import { countsOf, largestOf, momentsOf, NOT_TICKED, type Figure } from '#domain/statistics/group-differences.ts'
import { meanInterval, shareInterval, type Interval } from '#domain/statistics/intervals.ts'
import { drawnWords, pWords, RELATED, WITHHELD_FOR_RELATIVES } from '#domain/statistics/relatives.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import type { Average, Described } from '#features/describing/description.ts'

const NONE = '–'

/** The column of the whole cohort beside its parts. */
export const OVERALL = 'Overall'

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

/** The decimals of means, medians and percentages; by size three below 1, one below 100, none above. */
export type Digits = 'bySize' | '0' | '1' | '2'

/** By size: 0.974, 12.3, 1,234. Very small and large numbers: 1.23e-5. */
function formatNumber(value: number | null, chosen: Digits): string {
  if (value === null) return NONE
  const size = Math.abs(value)
  if (size >= 1e15 || (size > 0 && size < 1e-4)) return value.toExponential(2)
  const digits = chosen === 'bySize' ? (size >= 100 ? 0 : size >= 1 || size === 0 ? 1 : 3) : Number(chosen)
  return minus(value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }))
}

type DescribedColumn = DescribedVariable['groups'][number]

/** Mean (standard deviation), with its interval if it is asked. */
function meanWords(group: DescribedColumn, { digits, hasIntervals }: LinesAsked): string {
  const { mean, sd } = group
  if (mean === null) return NONE
  const moments = hasIntervals ? momentsOf(group) : null
  const interval = intervalWords(moments && meanInterval(moments), (end) => formatNumber(end, digits))
  return `${formatNumber(mean, digits)} (${formatNumber(sd, digits)})${interval}`
}

function intervalWords(interval: Interval | null, wordsOf: (end: number) => string): string {
  return interval === null ? '' : ` [${wordsOf(interval[0])}, ${wordsOf(interval[1])}]`
}

/** Median (lower to upper quartile). */
function medianWords(quantiles: readonly number[] | null, { digits }: LinesAsked): string {
  const [, lower, middle, upper] = quantiles ?? []
  return lower === undefined || middle === undefined || upper === undefined
    ? NONE
    : `${formatNumber(middle, digits)} (${formatNumber(lower, digits)}–${formatNumber(upper, digits)})`
}

/** Count (percent of a whole), with the interval of the share if it is asked. */
function shareWords(count: number | null, whole: number | null, { digits, hasIntervals }: LinesAsked): string {
  if (count === null) return 'hidden'
  if (whole === null || whole === 0) return formatCount(count)
  const decimals = digits === 'bySize' ? 1 : Number(digits)
  const interval = hasIntervals ? shareInterval(count, whole) : null
  const ends = intervalWords(interval, (end) => (100 * end).toFixed(decimals))
  return `${formatCount(count)} (${((100 * count) / whole).toFixed(decimals)}%)${ends}`
}

export function differenceWords(difference: Figure | undefined): string {
  return difference && 'value' in difference ? minus(difference.value.toFixed(3)) : NONE
}

function minus(text: string): string {
  return text.replace('-', '−')
}

/** A row of the table: a variable, or one of its values or counts below it. */
export interface Line {
  readonly key: string
  readonly variableName: string
  /** Indentation: a version is below its question, a value below its variable. */
  readonly level: 0 | 1 | 2
  readonly label: string
  /** The question of a variable, or the form of a version; empty for a value. */
  readonly detail: string
  readonly isVariable: boolean
  /** The first name of a question with several versions, to which the row belongs; null for others. */
  readonly fold: string | null
  /** Versions that the row joins; 0 for other rows. */
  readonly versions: number
  /** One for each group, and last for the whole cohort if it is divided by a variable. */
  readonly cells: readonly string[]
  /** What the cells are the sums of; empty for the others. */
  readonly parts: readonly string[]
  /** One for each group but the first; empty below the variable. */
  readonly differences: readonly Figure[]
  readonly p: Figure | null
  readonly test: string
  /** Families of several individuals in the columns. */
  readonly relatedFamilies: number
  /** Individuals tested, one of each family; null if all are. */
  readonly effectiveNumber: number | null
}

const UNTESTED = { parts: [], differences: [], p: null, test: '', relatedFamilies: 0, effectiveNumber: null }

export interface LinesAsked {
  readonly average: Average
  readonly hasMissing: boolean
  /** Confidence intervals of means and shares. */
  readonly hasIntervals: boolean
  readonly digits: Digits
}

/** The place of a version below its question. */
export interface VersionPlace {
  readonly fold: string
  readonly form: string
}

/** The rows of a variable, of a question with several versions, or of one of its versions below it. */
export function linesOf(described: Described, asked: LinesAsked, version: VersionPlace | null = null): readonly Line[] {
  const { average, hasMissing } = asked
  const { variable, differences } = described
  const { variableName, dataType } = variable
  const groups = columnsOf(variable)
  const versions = variable.versions?.length ?? 0
  const fold = version?.fold ?? (versions > 0 ? variableName : null)
  const rowKey = version ? `version ${variableName}` : variableName
  const below = (key: string, label: string, cells: readonly string[]): Line => ({
    key: `${rowKey} ${key}`,
    variableName,
    level: version ? 2 : 1,
    label,
    detail: '',
    isVariable: false,
    fold,
    versions: 0,
    cells,
    ...UNTESTED,
  })
  const answered = groups.map((group) => formatSize(group.answered))
  const first: Line = {
    key: rowKey,
    variableName,
    level: version ? 1 : 0,
    label: variableName,
    detail: version?.form ?? variable.question.replaceAll('|', ' '),
    isVariable: true,
    fold,
    versions,
    cells: isNumber(dataType)
      ? groups.map((group) => (average === 'mean' ? meanWords(group, asked) : medianWords(group.quantiles, asked)))
      : answered.map((count) => (count === 'hidden' ? '' : `n = ${count}`)),
    parts: [],
    differences,
    p: pOf(variable.tested),
    test: variable.tested?.test ?? '',
    relatedFamilies: variable.tested?.relatedFamilies ?? 0,
    effectiveNumber: effectiveNumberOf(variable.tested),
  }
  return [
    first,
    ...valueLines(described, asked).map(({ value, label, cells }) => below(`value ${value}`, label, cells)),
    ...(isNumber(dataType) && !hasMissing ? [below('n', 'Answered', answered)] : []),
    ...(hasMissing
      ? missingLines(described, asked).map(({ label, cells, parts }) => ({ ...below(label, label, cells), parts }))
      : []),
  ]
}

/** The groups, and last the whole cohort if it is divided by a variable. */
function columnsOf({ groups, overall }: DescribedVariable): DescribedVariable['groups'] {
  return overall === null ? groups : [...groups, overall]
}

function pOf(tested: DescribedVariable['tested']): Figure | null {
  if (tested === null) return null
  return tested.p === null ? { because: tested.because } : { value: tested.p }
}

function effectiveNumberOf(tested: DescribedVariable['tested']): number | null {
  return tested !== null && tested.p !== null && (tested.relatedFamilies ?? 0) > 0 ? tested.families : null
}

function valueLines({ variable }: Described, asked: LinesAsked) {
  const { dataType } = variable
  const groups = columnsOf(variable)
  const counts = groups.map((group) => countsOf(dataType, group) ?? [])
  const wholes = groups.map(({ answered, unknown }) =>
    isFlag(dataType) ? (answered === null || unknown === null ? null : answered + unknown) : answered,
  )
  const values = [...new Set(counts.flatMap((groupCounts) => groupCounts.map(([value]) => value)))]
  return values.map((value) => ({
    value,
    label: isFlag(dataType) && value === NOT_TICKED ? 'Not ticked' : valueWords(variable, value),
    cells: counts.map((groupCounts, place) => {
      const found = groupCounts.find(([other]) => other === value)
      return shareWords(found ? found[1] : 0, wholes[place] ?? null, asked)
    }),
  }))
}

export const NOT_COUNTED_LABEL = 'Not counted'

/** The missing answers of all outcomes in one row, and the individuals not counted; none without individuals. */
function missingLines({ variable }: Described, { digits }: LinesAsked) {
  const groups = columnsOf(variable)
  const isTick = isFlag(variable.dataType)
  const missing = groups.map(({ answered, unknown, noRecord, notCounted }) => {
    const outcomes = isTick ? [noRecord] : [unknown, noRecord]
    const count = sumOf(outcomes)
    const whole = sumOf([answered, unknown, noRecord, notCounted])
    const words = [isTick ? '' : `${formatSize(unknown)} unknown`, `${formatSize(noRecord)} no record`]
    return {
      count,
      cell: shareWords(count, whole, { ...PLAIN, digits }),
      parts: words.filter(Boolean).join(', '),
    }
  })
  const left = groups.map(({ notCounted }) => notCounted)
  return [
    ...(missing.some(({ count }) => count !== 0)
      ? [{ label: 'Missing', cells: missing.map(({ cell }) => cell), parts: missing.map(({ parts }) => parts) }]
      : []),
    ...(left.some((count) => count !== 0)
      ? [{ label: NOT_COUNTED_LABEL, cells: left.map((count) => formatSize(count)), parts: [] }]
      : []),
  ]
}

const PLAIN: LinesAsked = { average: 'mean', hasMissing: true, hasIntervals: false, digits: 'bySize' }

/** Null if a part is suppressed. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (sum === null || count === null ? null : sum + count), 0)
}

/** The test of a row, or why it has no p value; null for a row without either. */
function testNoteOf({ p, test }: Line): string | null {
  if (p === null) return null
  if ('value' in p) return `${test}, without correction for multiple tests.`
  return p.because === RELATED ? WITHHELD_FOR_RELATIVES : p.because
}

/** The notes of the column of p, in the order of the rows; a row names its note by its number from 1. */
export function testNotesOf(lines: readonly Line[]): readonly string[] {
  return [...new Set(lines.flatMap((line) => testNoteOf(line) ?? []))]
}

/** The number of a row's note; empty for a row without one. */
export function noteNumber(line: Line, testNotes: readonly string[]): string {
  const note = testNoteOf(line)
  return note === null ? '' : `${testNotes.indexOf(note) + 1}`
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

export function superscript(number: string): string {
  return number.replaceAll(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit)
}

/** The sentences about versions that are one row; none if no row joins versions. */
export function versionNotesOf(described: readonly Described[]): readonly string[] {
  const joined = described.flatMap(({ variable }) => (variable.versions ? [variable] : []))
  if (joined.length === 0) return []
  const lists = joined.map(({ versions }) => {
    const [newest, ...older] = versions ?? []
    return `${newest} with ${older.join(', ')}`
  })
  return [
    `Versions of a question are one row with the name of the newest. Each individual counts with the newest version that has an answer${joined.some(({ dataType }) => isFlag(dataType)) ? ', for flags with the newest record' : ''}. Joined: ${lists.join('; ')}.`,
  ]
}

/** The sentences below the table: why figures are missing, and by number the tests of the rows. */
export function notesOf(lines: readonly Line[]): readonly string[] {
  const differences = lines.flatMap((line) => line.differences)
  const because = new Set(differences.flatMap((figure) => ('because' in figure ? [figure.because] : [])))
  const effective = lines.flatMap(({ effectiveNumber }) => effectiveNumber ?? [])
  return [
    ...[...because].map((reason) => `SMD –: ${reason}`),
    ...testNotesOf(lines).map((note, place) => `${superscript(`${place + 1}`)} ${note}`),
    ...(effective.length > 0 ? [drawnWords(effective)] : []),
  ]
}

export function sizeWords(size: number | null): string {
  return `N = ${formatSize(size)}`
}

/** The texts of a row in the order of the columns. */
export function textsOf(line: Line, columns: Columns, testNotes: readonly string[]): readonly string[] {
  const { label, detail, level, versions, cells, differences, p, relatedFamilies } = line
  const name = detail === '' ? label : `${label}: ${detail}`
  return [
    `${'  '.repeat(level)}${name}${versions > 0 ? ` (${countOf(versions, 'version')})` : ''}`,
    ...cells,
    ...(columns.compared.length > 0 ? [largestWords(differences, columns.compared)] : []),
    ...(columns.hasP ? [p ? pWords(p, relatedFamilies) : '', noteNumber(line, testNotes)] : []),
  ]
}

/** The difference that is largest in size, with the name of its column beside several. */
export function largestWords(differences: readonly Figure[], compared: readonly string[]): string {
  const place = largestPlace(differences)
  if (place === null) return differences.length === 0 ? '' : NONE
  const words = differenceWords(differences[place])
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
    ...(hasP ? ['p', 'Note'] : []),
  ]
}
