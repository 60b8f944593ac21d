import { countOf } from '#domain/numbers.ts'
import type { RepeatRules } from '#domain/repeat-rules.ts'
import type { MissingCodes } from '#domain/missing-codes.ts'
import { formName } from '#domain/table-name.ts'
import { matcherOf } from '#server/modules/imports/source/declared-missing.ts'
import { answerOf } from '#server/modules/imports/source/missing.ts'
import { ProblemCollector } from '#server/modules/imports/source/collect-problems.ts'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import { NOT_AVAILABLE, readDelimited, type DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { undescribed } from '#server/modules/imports/source/description.ts'
import { identifiedRows } from '#server/modules/imports/source/identified-rows.ts'
import { refuseLongTable } from '#server/modules/imports/formats/plain/long-table.ts'
import { pedigreeNote } from '#server/modules/imports/formats/pedigree/pedigree-note.ts'
import {
  pedigreeColumns,
  isPedigree,
  type ColumnMap,
} from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { idOf, sexOfCell, type PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-row.ts'
import { isPresent } from '#server/modules/imports/source/present.ts'
import { problemAt, ImportRefused, type Problem } from '#server/modules/imports/source/problem.ts'
import { leftAlone, PARTICIPANTS, type SourceFiles } from '#server/modules/imports/source/read-folder.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import { isRedcapDictionary } from '#server/modules/imports/formats/redcap/redcap-dictionary.ts'
import { readRedcap } from '#server/modules/imports/formats/redcap/read-redcap.ts'
import { isDictionary, readDictionary, type PlainDictionary } from '#server/modules/imports/formats/plain/dictionary.ts'
import { ruleFor, settleRepeats } from '#server/modules/imports/formats/plain/repeated-rows.ts'

/** Plain tables: the forms, and who is whose child where one of them says so. */
export interface PlainTables {
  readonly forms: readonly SourceForm[]
  readonly pedigree: readonly PedigreeRow[]
  readonly isCatalogAlone: boolean
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

export interface TableOptions {
  readonly map: ColumnMap
  readonly repeat: RepeatRules
  readonly missing: MissingCodes
  /** Whether NA is an answer; else it is missing. */
  readonly keepsNotAvailable: boolean
  /** Whether tables that say nothing of parents are left alone. */
  readonly isPedigreeOnly: boolean
  readonly watch: Watch | undefined
}

/** What R calls the column of a table's row names, which are ids where nothing else is. */
const ROW_NAMES = ['', 'rownames']

/** Reads tables of one row a person, and the dictionary if there is one. Throws ImportRefused where a table has no ids. */
export async function readTables(
  files: SourceFiles,
  { map, repeat, missing, keepsNotAvailable, isPedigreeOnly, watch }: TableOptions,
  refuse: (individualId: string) => string | null,
): Promise<PlainTables> {
  const problems = new ProblemCollector()
  const beside = new ProblemCollector()
  const tables: DelimitedTable[] = []
  for (const [file, path] of files) {
    const collector = isPedigreeOnly ? beside : problems
    const table = await collector.attemptAsync(async () =>
      withJoinedId(withNotAvailable(await readDelimited(file, path, watch), keepsNotAvailable), map),
    )
    if (table !== null) tables.push(table)
  }
  problems.attempt(() => refuseUnknownColumns(tables, map))
  const redcap = tables.find(isRedcapDictionary)
  if (redcap && !isPedigreeOnly) {
    problems.throwIfAny()
    return readRedcapProject(redcap, tables, { map, repeat, keepsNotAvailable }, refuse)
  }
  const dictionaries = tables.filter(isDictionary).map(readDictionary)
  const describe: PlainDictionary['describe'] = (form, column) =>
    dictionaries.map((dictionary) => dictionary.describe(form, column)).find((found) => found !== null) ?? null
  const isRead = (table: DelimitedTable) =>
    isPedigreeOnly ? isPedigree(pedigreeColumns(table.header, map)) : !isDictionary(table)
  const read = tables
    .filter(isRead)
    .map((table) =>
      problems.attempt(() => {
        const id = idPlace(table, map)
        if (ruleFor(table, repeat) === null) refuseLongTable(table, id)
        const missingOf = (column: string) =>
          matcherOf([
            ...missing.everywhere,
            ...(missing.byColumn.get(column.toLowerCase()) ?? []),
            ...(describe(formName(table.file), column)?.missing ?? []),
          ])
        return readOne(settleRepeats(table, id, repeat, missingOf), map, describe, refuse)
      }),
    )
    .filter(isPresent)
  problems.throwIfAny()
  if (!isPedigreeOnly) refuseIdsAlone(read)
  const isCatalogAlone = dictionaries.length > 0 && read.length === 0 && !isPedigreeOnly
  return {
    forms: isCatalogAlone
      ? dictionaries.flatMap((dictionary) => dictionary.forms)
      : read.map(({ form }) => form).filter(({ columns }) => columns.length > 0),
    pedigree: read.flatMap(({ pedigree }) => pedigree),
    isCatalogAlone,
    refused: read.flatMap(({ refused }) => refused),
    notes: [
      ...beside.problems.map(leftAlone),
      ...(isPedigreeOnly ? tables.filter((table) => !isRead(table)).map(notNeeded) : []),
      ...dictionaries.flatMap(({ notes }) => notes),
      ...read.flatMap(({ notes }) => notes),
      ...(keepsNotAvailable ? [] : tables.filter(isRead).flatMap(notAvailableNote)),
    ],
  }
}

function notAvailableNote({ file, notAvailable }: DelimitedTable): Problem[] {
  if (notAvailable === 0) return []
  const text = `"NA" was read as missing, ${countOf(notAvailable, 'time')}; with --keep-na it is an answer.`
  return [problemAt(file, null, text)]
}

function notNeeded({ file }: DelimitedTable): Problem {
  return problemAt(file, null, `Beside ${PARTICIPANTS} only pedigrees are read from such tables; it was left alone.`)
}

/** A REDCap project, and beside its records tables that say who is whose child. */
function readRedcapProject(
  dictionary: DelimitedTable,
  tables: readonly DelimitedTable[],
  { map, repeat, keepsNotAvailable }: Pick<TableOptions, 'map' | 'repeat' | 'keepsNotAvailable'>,
  refuse: (individualId: string) => string | null,
): PlainTables {
  const others = tables.filter((table) => table !== dictionary)
  const isFamily = ({ header }: DelimitedTable) => isPedigree(pedigreeColumns(header, map))
  const project = readRedcap(
    dictionary,
    others.filter((table) => !isFamily(table)),
    repeat,
  )
  const families = others.filter(isFamily).map((table) => readOne(table, map, () => null, refuse))
  return {
    forms: [...project.forms, ...families.map(({ form }) => form).filter(({ columns }) => columns.length > 0)],
    pedigree: families.flatMap(({ pedigree }) => pedigree),
    isCatalogAlone: others.length === 0,
    refused: [...project.refused, ...families.flatMap(({ refused }) => refused)],
    notes: [
      ...project.notes,
      ...families.flatMap((family) => family.notes),
      ...(keepsNotAvailable ? [] : others.flatMap(notAvailableNote)),
    ],
  }
}

function readOne(
  table: DelimitedTable,
  map: ColumnMap,
  describe: PlainDictionary['describe'],
  refuse: (individualId: string) => string | null,
) {
  const fields = pedigreeColumns(table.header, map)
  const id = idPlace(table, map)
  const pedigree = isPedigree(fields)
  const { rows, refused } = identifiedRows(table, pedigree ? refuse : () => null, id)
  const form = formName(table.file)
  const taken = new Set([id, ...(pedigree ? [fields.get('family'), fields.get('father'), fields.get('mother')] : [])])
  const kept = table.header.map((_, place) => place).filter((place) => !taken.has(place))
  const cellOf = (at: number, field: 'family' | 'father' | 'mother' | 'sex') => {
    const place = fields.get(field)
    return place === undefined ? '' : table.cell(at, place)
  }
  const source: SourceForm = {
    file: table.file,
    instrument: form,
    title: form,
    isParticipants: false,
    columns: kept.map((place) => {
      const name = table.header[place] ?? ''
      const described = table.described?.[place] ?? name
      const description = describe(form, described) ?? undescribed(name)
      return { name, description, ...(described !== name && { visitOf: described }) }
    }),
    rows,
    cell: (at, column) => table.cell(at, kept[column] ?? -1),
  }
  const relativeOf = ({ line, individualId, at }: SourceForm['rows'][number]): PedigreeRow => ({
    file: table.file,
    line,
    individualId,
    familyId: idOf(cellOf(at, 'family')),
    fatherId: idOf(cellOf(at, 'father')),
    motherId: idOf(cellOf(at, 'mother')),
    sex: sexOfCell(cellOf(at, 'sex')),
  })
  const relatives = pedigree ? rows.map(relativeOf) : []
  const notes = [...(table.remarks ?? []), ...(pedigree ? [pedigreeNote(table, fields, relatives)] : [])]
  return { form: source, isPedigree: pedigree, pedigree: relatives, refused, notes }
}

/** Tables that say nothing of anybody are no data set. */
function refuseIdsAlone(read: readonly ReturnType<typeof readOne>[]): void {
  if (read.length === 0 || read.some((one) => one.form.columns.length > 0 || one.isPedigree)) return
  const words = 'The table has a column of ids and no other: add columns with the answers.'
  throw new ImportRefused(read.map(({ form }) => problemAt(form.file, 1, words)))
}

/** Where a table says whose row it is: by the map, by a common name, or in a first column of row names. */
function idPlace({ file, header }: DelimitedTable, map: ColumnMap): number {
  const place = pedigreeColumns(header, map).get('id')
  if (place !== undefined) return place
  if (ROW_NAMES.includes(header[0] ?? '')) return 0
  throw new ImportRefused([{ ...problemAt(file, 1, 'No column says whose row it is.'), remedy: 'id-column' }])
}

/** A table may lack a column of the map, whose common names then hold; one that all lack is a slip. */
function refuseUnknownColumns(tables: readonly DelimitedTable[], map: ColumnMap): void {
  const unknown = [...map.values()].filter((column) => !tables.some(({ header }) => header.includes(column)))
  if (unknown.length === 0) return
  throw new ImportRefused(unknown.map((column) => problemAt('', null, `No table has a column ${column}.`)))
}

/** Where several columns together say whose row it is (`--map id=study+id`), a further one that joins them. */
function withJoinedId(table: DelimitedTable, map: ColumnMap): DelimitedTable {
  const { header } = table
  const joined = map.get('id') ?? ''
  const places = joined.split('+').map((name) => header.indexOf(name))
  if (header.includes(joined) || places.length < 2 || places.includes(-1)) return table
  const cell: DelimitedTable['cell'] = (at, column) => {
    if (column !== header.length) return table.cell(at, column)
    const parts = places.map((place) => answerOf(table.cell(at, place)))
    return parts.includes(null) ? '' : parts.join('_')
  }
  return { ...table, header: [...header, joined], cell }
}

function withNotAvailable(table: DelimitedTable, isKept: boolean): DelimitedTable {
  if (isKept || table.notAvailable === 0) return table
  const cell: DelimitedTable['cell'] = (at, column) => {
    const text = table.cell(at, column)
    return text === NOT_AVAILABLE ? '' : text
  }
  return { ...table, cell }
}
