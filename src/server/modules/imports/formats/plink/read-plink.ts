import { plainNumber } from '#domain/data-types/number.ts'
import { formName } from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import type { FormatOptions, ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { FAMILY_AND_INDIVIDUAL, pedigreeColumns } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import {
  idOf,
  sexOfCell,
  type PedigreeRow,
  familyWords,
  withFamiliesOfLinks,
} from '#server/modules/imports/formats/pedigree/pedigree-rows.ts'
import { readBlocks } from '#server/modules/imports/source/decode-text.ts'
import type { BadRow, DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import {
  problemAt,
  type Problem,
  isPresent,
  ImportRefused,
  ProblemCollector,
  withMissing,
} from '#server/modules/imports/source/problem.ts'
import type { TextBlocks } from '#server/modules/imports/source/read-records.ts'
import { undescribed, type ColumnDescription, type SourceForm } from '#server/modules/imports/source/source-form.ts'
import { isFilled, type TableUse } from '#server/modules/imports/source/table-account.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

/** The columns of a file without a header. */
const COLUMNS = ['FID', 'IID', 'PAT', 'MAT', 'SEX', 'PHENOTYPE'] as const
const AFFECTED: ColumnDescription = {
  ...undescribed('AFFECTED'),
  question: 'Is the person affected, as the pedigree file has it?',
  levels: new Map([
    ['1', 'No'],
    ['2', 'Yes'],
  ]),
}
/** A file as read, before the checks against itself and the data set. */
interface PedigreeFile {
  readonly rows: readonly PedigreeRow[]
  /** The columns beside the pedigree; null if they are empty. */
  readonly form: SourceForm | null
  readonly use: TableUse
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/** PLINK's .fam, .ped and .psam. */
export const PLINK: ImportFormat = {
  detect: ({ plink }) => plink.size > 0,
  read: async ({ plink }, options) => {
    const problems = new ProblemCollector()
    const families: PedigreeFile[] = []
    for (const [file, path] of plink) {
      const family = await problems.attemptAsync(() => readPlink(file, readBlocks(file, path, options.watch), options))
      if (family !== null) families.push(family)
    }
    problems.throwIfAny()
    return {
      forms: families.map(({ form }) => form).filter(isPresent),
      uses: families.map(({ use }) => use),
      pedigree: families.flatMap(({ rows }) => rows),
      listsParticipants: false,
      isCatalogAlone: false,
      refused: families.flatMap(({ refused }) => refused),
      notes: families.flatMap(({ notes }) => notes),
    }
  },
}

/** A row that is taken, and its place among the rows of the file. */
interface PlinkRow {
  readonly row: PedigreeRow
  readonly offset: number
}

/** Reads a file of PLINK: with a header its columns, else the six of a .fam. The genotypes of a .ped are left out. */
async function readPlink(
  file: string,
  blocks: TextBlocks,
  { refuseRelative, map }: Pick<FormatOptions, 'refuseRelative' | 'map'>,
): Promise<PedigreeFile> {
  let header: readonly string[] | null = null
  const found: PlinkRow[] = []
  const lines: { readonly line: number; readonly cells: readonly string[] }[] = []
  const bad: BadRow[] = []
  const refused: Problem[] = []
  let hasGenotypes = false
  let line = 0
  for await (const content of linesOf(blocks)) {
    line++
    if (content.trim() === '' || content.startsWith('##')) continue
    const cells = cellsOf(content, header === null && isPed(file) ? COLUMNS.length + 1 : undefined)
    if (lines.length + bad.length === 0 && header === null && isHeader(cells)) {
      header = cellsOf(content).map((name) => name.replace(/^#/, ''))
      continue
    }
    if (content.startsWith('#')) continue
    const names: readonly string[] = header ?? COLUMNS
    const genotypes = header === null && isPed(file) && cells.length > COLUMNS.length
    if (cells.length !== names.length && !genotypes) {
      const words = `The row has ${countOf(cells.length, 'cell')}, a pedigree ${names.length}.`
      bad.push({ line, offset: -1, problem: problemAt(file, line, words) })
      continue
    }
    hasGenotypes ||= genotypes
    const read = rowOf({ file, line, names, cells }, map.get('id') === FAMILY_AND_INDIVIDUAL)
    const reason = refuseRelative(read.individualId)
    if (reason === null) found.push({ row: read, offset: lines.length })
    else refused.push(problemAt(file, line, reason))
    lines.push({ line, cells })
  }
  if (header !== null && !pedigreeColumns(header, new Map()).has('id')) {
    throw new ImportRefused([problemAt(file, 1, 'The header names no individual: PLINK calls that column IID.')])
  }
  const table = tableOf(file, header ?? COLUMNS, { lines, bad })
  const { form, notes, isUnanswered } = formOf(table, found)
  const rows = await withFamiliesOfLinks(
    found.map(({ row }) => row),
    createLongPause(),
  )
  return {
    rows,
    form,
    use: {
      table,
      idColumn: table.header[pedigreeColumns(table.header, new Map()).get('id') ?? -1] ?? '',
      structural: table.header.filter((_, place) => !otherPlaces(table.header).includes(place)),
      usedRows: found.map(({ row, offset }) => ({ line: row.line, offset })),
      usedIds: rows.map(({ individualId }) => individualId),
      isMissing: isUnanswered,
    },
    refused: [...bad.map(({ problem }) => problem), ...refused].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    notes: [
      problemAt(file, null, `${familyWords(rows)}.`),
      ...(hasGenotypes ? [problemAt(file, null, 'Its genotypes were left out.')] : []),
      ...notes,
    ],
  }
}

/** The rows as a table, for the account of the file. */
function tableOf(
  file: string,
  header: readonly string[],
  { lines, bad }: { lines: readonly { line: number; cells: readonly string[] }[]; bad: readonly BadRow[] },
): DelimitedTable {
  const cell = (offset: number, column: number) => lines[offset]?.cells[column] ?? ''
  return {
    file,
    header,
    rows: lines.map(({ line }, offset) => ({ line, offset })),
    bad,
    notAvailable: header.map(() => 0),
    filled: header.map((_, column) => lines.filter((__, offset) => isFilled(cell(offset, column))).length),
    hidden: 0,
    cell,
  }
}

function isPed(file: string): boolean {
  return /\.ped$/i.test(file)
}

/** PLINK separates by blanks and tabs; in a line with tabs a blank belongs to the cell. */
function cellsOf(line: string, limit?: number): string[] {
  if (!line.includes('\t')) return line.trim().split(/\s+/, limit)
  return line.split('\t', limit).map((cell) => cell.trim())
}

const ID_NAMES = new Set(['fid', '#fid', 'iid', '#iid', 'family_id', '#family_id', 'individual_id'])

function isHeader([first = '', second = '']: readonly string[]): boolean {
  return ID_NAMES.has(first.toLowerCase()) && (first.startsWith('#') || ID_NAMES.has(second.toLowerCase()))
}

function rowOf(
  { file, line, names, cells }: { file: string; line: number; names: readonly string[]; cells: readonly string[] },
  hasBothIds: boolean,
): PedigreeRow {
  const places = pedigreeColumns(names, new Map())
  const cellAt = (field: 'id' | 'family' | 'father' | 'mother' | 'sex') => cells[places.get(field) ?? -1] ?? ''
  const familyId = idOf(cellAt('family'))
  const whole = (id: string | null) => (hasBothIds && familyId !== null && id !== null ? `${familyId}_${id}` : id)
  return {
    file,
    line,
    individualId: whole(cellAt('id')) ?? '',
    familyId,
    fatherId: whole(idOf(cellAt('father'))),
    motherId: whole(idOf(cellAt('mother'))),
    sex: sexOfCell(cellAt('sex')),
  }
}

function otherPlaces(names: readonly string[]): number[] {
  const taken = new Set(pedigreeColumns(names, new Map()).values())
  return [...names.keys()].filter((place) => !taken.has(place))
}

/** Names of a column that may be coded 1 and 2; a covariate may have a 0 of its own. */
const PHENOTYPES = /^(?:pheno|aff|status|case|dx)/i

/** PLINK's words of a missing phenotype; -9 also as a number. */
const MISSING_WORDS = new Set(['na', 'nan', '.', ''])

function isMissing(cell: string): boolean {
  return MISSING_WORDS.has(cell.toLowerCase()) || plainNumber(cell) === -9
}

interface PlinkForm {
  readonly form: SourceForm | null
  readonly notes: readonly Problem[]
  /** Whether a cell of a column of the file is a code of missing. */
  readonly isUnanswered: (cell: string, place: number) => boolean
}

/** The phenotypes and covariates as a form; its records are those of individuals with an answer. */
function formOf(table: DelimitedTable, found: readonly PlinkRow[]): PlinkForm {
  const { file, header } = table
  const notes: Problem[] = []
  const columns = otherPlaces(header).map((place) => {
    const name = header[place] ?? ''
    const cells = found.map(({ offset }) => table.cell(offset, place))
    const coding = PHENOTYPES.test(name) ? codingOf(cells) : 'quantitative'
    const isUnanswered = (cell: string) => isMissing(cell) || (coding === 'affected' && plainNumber(cell) === 0)
    const label = coding === 'affected' && /^pheno/i.test(name) ? 'AFFECTED' : name
    notes.push(...missingNote(file, label, cells.filter(isUnanswered)))
    if (coding === 'zero-one') notes.push(zeroOneNote(file, label))
    return { place, label, isUnanswered, description: coding === 'affected' ? { ...AFFECTED } : undescribed(label) }
  })
  const cell = (offset: number, column: number) => {
    const { place = -1, isUnanswered } = columns[column] ?? {}
    const text = table.cell(offset, place)
    return isUnanswered?.(text) === false ? text : ''
  }
  const rows = found.flatMap(({ row: { line, individualId }, offset }) =>
    columns.some((_, column) => cell(offset, column) !== '') ? [{ line, individualId, offset }] : [],
  )
  const form: SourceForm = {
    file,
    instrument: formName(file),
    title: 'Pedigree',
    isParticipants: false,
    columns: columns.map(({ label, description }) => ({ name: label, description })),
    rows,
    cell,
  }
  return {
    form: rows.length === 0 ? null : form,
    notes,
    isUnanswered: (text, place) => columns.find((column) => column.place === place)?.isUnanswered(text) ?? false,
  }
}

/** A phenotype is coded 1 and 2, where 0 is missing, or else a quantitative trait; with 0 and 1 alone it may be both. */
function codingOf(cells: readonly string[]): 'affected' | 'zero-one' | 'quantitative' {
  const numbers = new Set(cells.filter((cell) => !isMissing(cell)).map(plainNumber))
  if (![...numbers].every((number) => number === 0 || number === 1 || number === 2)) return 'quantitative'
  if (numbers.has(2) || !numbers.has(0)) return 'affected'
  return numbers.has(1) ? 'zero-one' : 'affected'
}

function missingNote(file: string, name: string, cells: readonly string[]): Problem[] {
  const counts = new Map<string, number>()
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  if (counts.size === 0) return []
  const words = [...counts].map(([code, count]) => `"${code}" ${countOf(count, 'time')}`).join(', ')
  return [problemAt(file, null, `${name}: read as missing: ${words}.`)]
}

function zeroOneNote(file: string, name: string): Problem {
  const words = `${name} has only 0 and 1: both are kept; where it is coded 1 and 2, 0 is missing.`
  return withMissing(problemAt(file, null, words), name, ['0'])
}

async function* linesOf(blocks: TextBlocks): AsyncGenerator<string, undefined> {
  for await (const block of blocks) {
    // A block ends at a line end, so its last line is complete.
    const text = block.toString('utf8').replace(/^\uFEFF/, '')
    yield* text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/)
  }
}
