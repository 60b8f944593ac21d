import { isFlag } from '#domain/data-types.ts'
import { versionWords, type Question } from '#domain/question-versions.ts'
import { FAMILY_SEED, RELATED } from '#domain/statistics/relatives.ts'
import { DIAGNOSIS_SOURCE } from '#domain/terms.ts'
import type { Described } from '#features/describing/description.ts'
import type { Line } from '#features/describing/lines.ts'

/** The test of a row, or why it has no p value; null for a row without either. */
function testNoteOf({ p, test }: Line): string | null {
  if (p === null) return null
  if ('value' in p) return `${test}, without correction for multiple tests.`
  return `Not tested. ${p.because === RELATED ? WITH_RELATIVES : p.because}`
}

const WITH_RELATIVES =
  'Families have several of the individuals, and relatives are not independent. “One of each family” tests one individual of each.'

const DRAWN = `p and n tested: one individual of each family, drawn at random (seed ${FAMILY_SEED}). The other columns: all individuals.`

const SIGN =
  'SMD: standardised mean difference from the first column. Of numbers, the difference of the means over the root of the mean variance: + is above the first column, − below it. Of categories, the distance of their shares (Yang and Dalton 2012), without a sign.'

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

/** The sentence about rows that count some versions of their question; none if all rows count all. */
export function partialNotesOf(
  questions: readonly Pick<Question, 'names'>[],
  others: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const partial = questions.flatMap(({ names }) => {
    const more = others.get(names[0])?.length ?? 0
    return more > 0 ? [`${names.join(', ')} (${versionWords(names.length, names.length + more)})`] : []
  })
  if (partial.length === 0) return []
  return [`Individuals who answered another version of a question have no answer in its row: ${partial.join('; ')}.`]
}

/** Where the diagnoses of a row are from, or why there is none; nothing without that row. */
export function diagnosisNotesOf(
  diagnosis: { readonly groups: readonly unknown[]; readonly uncounted: readonly number[] } | null | undefined,
  names: readonly string[],
): readonly string[] {
  if (!diagnosis || diagnosis.groups.length === 0) return []
  const uncounted = diagnosis.uncounted.map((place) => `“${names[place] ?? ''}”`)
  if (uncounted.length === 0) return [`Diagnosis: ${DIAGNOSIS_SOURCE}`]
  return [`No row of diagnoses: pedigree sets are counted by collection only (${uncounted.join(', ')}).`]
}

/** The sentences below the table: differences, why figures are missing, and by number the tests of the rows. */
export function notesOf(lines: readonly Line[]): readonly string[] {
  const differences = lines.flatMap((line) => line.differences)
  const because = new Set(differences.flatMap((figure) => ('because' in figure ? [figure.because] : [])))
  const hasDrawn = lines.some(({ relatedFamilies, testedNumber }) => relatedFamilies > 0 && testedNumber !== null)
  return [
    ...(differences.length > 0 ? [SIGN] : []),
    ...[...because].map((reason) => `SMD –: ${reason}`),
    ...testNotesOf(lines).map((note, place) => `${superscript(`${place + 1}`)} ${note}`),
    ...(hasDrawn ? [DRAWN] : []),
  ]
}
