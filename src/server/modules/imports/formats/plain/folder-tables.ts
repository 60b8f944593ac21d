import { isDbgapDictionary, isPlainText } from '#domain/imports/import-path.ts'
import { countOf } from '#domain/numbers.ts'
import type { FormatOptions, ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import {
  FAMILY_AND_INDIVIDUAL,
  pedigreeColumns,
  type ColumnMap,
} from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { readDataPackage } from '#server/modules/imports/formats/plain/data-package.ts'
import { readDbgapDictionary } from '#server/modules/imports/formats/plain/dbgap-dictionary.ts'
import { isDictionary, readDictionary, type PlainDictionary } from '#server/modules/imports/formats/plain/dictionary.ts'
import { readTableForms, type TableForm } from '#server/modules/imports/formats/plain/table-form.ts'
import { readText, type Watch } from '#server/modules/imports/source/decode-text.ts'
import { NOT_AVAILABLE, type DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import {
  ImportRefused,
  problemAt,
  type Problem,
  answerOf,
  ProblemCollector,
} from '#server/modules/imports/source/problem.ts'
import type { SourceFiles } from '#server/modules/imports/source/read-folder.ts'
import { readTables } from '#server/modules/imports/source/read-tables.ts'

/** The delimited tables of a folder, and the problems of unreadable ones. */
export interface FolderTables {
  readonly tables: readonly DelimitedTable[]
  readonly unreadable: readonly Problem[]
  /** Texts that are no tables. */
  readonly leftOut: readonly Problem[]
}

interface TableReading {
  readonly map: ColumnMap
  readonly keepsNotAvailable: boolean
  readonly watch: Watch | undefined
}

export async function readFolderTables(
  files: SourceFiles,
  { map, keepsNotAvailable, watch }: TableReading,
): Promise<FolderTables> {
  const problems = new ProblemCollector()
  const tables: DelimitedTable[] = []
  const leftOut: Problem[] = []
  for (const [file, path] of files) {
    const ofFile = isPlainText(file) ? new ProblemCollector() : problems
    const read = (await ofFile.attemptAsync(() => readTables(file, path, watch))) ?? []
    const found = read.map((table) => withJoinedId(withNotAvailable(table, keepsNotAvailable), map))
    if (isPlainText(file) && !found.some((table) => hasIdsOrDictionary(table, map))) leftOut.push(noTable(file))
    else tables.push(...found)
  }
  return { tables, unreadable: problems.problems, leftOut }
}

function hasIdsOrDictionary(table: DelimitedTable, map: ColumnMap): boolean {
  return table.header.length > 1 && (pedigreeColumns(table.header, map).has('id') || isDictionary(table))
}

function noTable(file: string): Problem {
  const text = 'This text was left out: its first line names no column of individuals. A table is read as .csv or .tsv.'
  return problemAt(file, null, text)
}

/**
 * A single table may lack a mapped column (its common names apply); if all tables lack it, the map is wrong. That of
 * an earlier import may have columns of other tables.
 */
export function refuseUnknownColumns(
  tables: readonly DelimitedTable[],
  { map, isMapKept }: Pick<FormatOptions, 'map' | 'isMapKept'>,
): void {
  if (isMapKept) return
  const unknown = [...map.values()].filter(
    (column) => column !== FAMILY_AND_INDIVIDUAL && !tables.some(({ header }) => header.includes(column)),
  )
  if (unknown.length === 0) return
  throw new ImportRefused(unknown.map((column) => problemAt('', null, `No table has a column ${column}.`)))
}

/** Notes on the number of NA cells read as missing. */
export function notAvailableNotes(tables: readonly DelimitedTable[], keepsNotAvailable: boolean): Problem[] {
  return keepsNotAvailable ? [] : tables.flatMap(notAvailableNote)
}

function notAvailableNote({ file, notAvailable }: DelimitedTable): Problem[] {
  const times = total(notAvailable)
  if (times === 0) return []
  const text = `"NA" was read as missing, ${countOf(times, 'time')}.`
  return [{ ...problemAt(file, null, text), remedy: 'keep-na' }]
}

/** Adds a column that joins several id columns (`--map id=study+id`). */
function withJoinedId(table: DelimitedTable, map: ColumnMap): DelimitedTable {
  const { header } = table
  const joined = map.get('id') ?? ''
  const fields = pedigreeColumns(header, new Map())
  const places =
    joined === FAMILY_AND_INDIVIDUAL
      ? [fields.get('family') ?? -1, fields.get('id') ?? -1]
      : joined.split('+').map((name) => header.indexOf(name))
  if (header.includes(joined) || places.length < 2 || places.includes(-1)) return table
  const cell: DelimitedTable['cell'] = (offset, column) => {
    if (column !== header.length) return table.cell(offset, column)
    const parts = places.map((place) => answerOf(table.cell(offset, place)))
    return parts.includes(null) ? '' : parts.join('_')
  }
  return { ...table, header: [...header, joined], cell }
}

function withNotAvailable(table: DelimitedTable, isKept: boolean): DelimitedTable {
  const times = total(table.notAvailable)
  if (times === 0) return table
  if (isKept) return { ...table, filled: table.filled.map((count, place) => count + (table.notAvailable[place] ?? 0)) }
  const cell: DelimitedTable['cell'] = (offset, column) => {
    const text = table.cell(offset, column)
    return text === NOT_AVAILABLE ? '' : text
  }
  return { ...table, hidden: times, cell }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Plain tables of one row a participant, with their dictionaries. Dictionaries alone are a catalog. */
export const PLAIN_TABLES: ImportFormat = {
  detect: () => true,
  read: async (folder, options) => {
    const { tables, unreadable } = await folder.readTables()
    const problems = new ProblemCollector(unreadable)
    problems.attempt(() => refuseUnknownColumns(tables, options))
    const packages: PlainDictionary[] = []
    for (const [file, path] of folder.packages) {
      const dictionary = await problems.attemptAsync(async () =>
        isDbgapDictionary(file) ? readDbgapDictionary(file, path) : readDataPackage(file, await readText(file, path)),
      )
      if (dictionary !== null) packages.push(dictionary)
    }
    const ofTables = tables.filter(isDictionary).map(readDictionary)
    const dictionaries = [...ofTables, ...packages]
    const data = tables.filter((table) => !isDictionary(table))
    const read = await readTableForms(data, dictionaries, options, problems)
    problems.throwIfAny()
    refuseIdsAlone(read)
    const isCatalogAlone = ofTables.length > 0 && read.length === 0
    return {
      forms: isCatalogAlone
        ? dictionaries.flatMap((dictionary) => dictionary.forms)
        : read.map(({ form }) => form).filter(({ columns }) => columns.length > 0),
      uses: read.map(({ use }) => use),
      pedigree: read.flatMap(({ pedigree }) => pedigree),
      listsParticipants: false,
      isCatalogAlone,
      refused: read.flatMap(({ refused }) => refused),
      notes: [
        ...dictionaries.flatMap(({ notes }) => notes),
        ...read.flatMap(({ notes }) => notes),
        ...notAvailableNotes(data, options.keepsNotAvailable),
      ],
    }
  },
}

/** Tables with an id column only hold no data. */
function refuseIdsAlone(read: readonly TableForm[]): void {
  if (read.length === 0 || read.some((one) => one.form.columns.length > 0 || one.isPedigree)) return
  const words = 'The table has a column of ids and no other: add columns with the answers.'
  throw new ImportRefused(read.map(({ form }) => problemAt(form.file, 1, words)))
}
