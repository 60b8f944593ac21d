import type { Repeat } from '#domain/import-words.ts'
import { answerOf } from '#server/import/missing.ts'
import { ProblemCollector } from '#server/import/collect-problems.ts'
import type { Watch } from '#server/import/decode-text.ts'
import { readDelimited, type DelimitedTable } from '#server/import/delimited-table.ts'
import { undescribed } from '#server/import/description.ts'
import { identifiedRows } from '#server/import/identified-rows.ts'
import { pedigreeColumns, isPedigree, type ColumnMap } from '#server/import/pedigree/pedigree-columns.ts'
import { idOf, sexOfCell, type PedigreeRow } from '#server/import/pedigree/pedigree-row.ts'
import { isPresent } from '#server/import/present.ts'
import { problemAt, ImportRefused, type Problem } from '#server/import/problem.ts'
import { leftAlone, PARTICIPANTS, type SourceFiles } from '#server/import/read-folder.ts'
import type { SourceForm } from '#server/import/source-form.ts'
import { isRedcapDictionary } from '#server/import/redcap/redcap-dictionary.ts'
import { readRedcap } from '#server/import/redcap/read-redcap.ts'
import { isDictionary, readDictionary, type PlainDictionary } from '#server/import/tables/dictionary.ts'
import { settleRepeats } from '#server/import/tables/repeated-rows.ts'

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
  readonly repeat: Repeat | undefined
  /** Whether tables that say nothing of parents are left alone. */
  readonly isPedigreeOnly: boolean
  readonly watch: Watch | undefined
}

/** What R writes for a missing answer. */
const NOT_AVAILABLE = 'NA'
/** What R calls the column of a table's row names, which are ids where nothing else is. */
const ROW_NAMES = ['', 'rownames']

/** Reads tables of one row a person, and the dictionary if there is one. Throws ImportRefused where a table has no ids. */
export async function readTables(
  files: SourceFiles,
  { map, repeat, isPedigreeOnly, watch }: TableOptions,
  refuse: (individualId: string) => string | null,
): Promise<PlainTables> {
  const problems = new ProblemCollector()
  const beside = new ProblemCollector()
  const tables: DelimitedTable[] = []
  for (const [file, path] of files) {
    const collector = isPedigreeOnly ? beside : problems
    const table = await collector.attemptAsync(async () =>
      withJoinedId(withoutNotAvailable(await readDelimited(file, path, watch)), map),
    )
    if (table !== null) tables.push(table)
  }
  problems.attempt(() => refuseUnknownColumns(tables, map))
  const redcap = tables.find(isRedcapDictionary)
  if (redcap && !isPedigreeOnly) {
    problems.throwIfAny()
    return readRedcapProject(redcap, tables, { map, repeat }, refuse)
  }
  const dictionaries = tables.filter(isDictionary).map(readDictionary)
  const describe: PlainDictionary['describe'] = (form, column) =>
    dictionaries.map((dictionary) => dictionary.describe(form, column)).find((found) => found !== null) ?? null
  const isRead = (table: DelimitedTable) =>
    isPedigreeOnly ? isPedigree(pedigreeColumns(table.header, map)) : !isDictionary(table)
  const read = tables
    .filter(isRead)
    .map((table) =>
      problems.attempt(() => readOne(settleRepeats(table, idPlace(table, map), repeat), map, describe, refuse)),
    )
    .filter(isPresent)
  problems.throwIfAny()
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
    ],
  }
}

function notNeeded({ file }: DelimitedTable): Problem {
  return problemAt(file, null, `Beside ${PARTICIPANTS} only pedigrees are read from such tables; it was left alone.`)
}

/** A REDCap project, and beside its records tables that say who is whose child. */
function readRedcapProject(
  dictionary: DelimitedTable,
  tables: readonly DelimitedTable[],
  { map, repeat }: Pick<TableOptions, 'map' | 'repeat'>,
  refuse: (individualId: string) => string | null,
): PlainTables {
  const others = tables.filter((table) => table !== dictionary)
  const isFamily = ({ header }: DelimitedTable) => isPedigree(pedigreeColumns(header, map))
  const project = readRedcap(
    dictionary,
    others.filter((table) => !isFamily(table)),
    repeat,
    refuse,
  )
  const families = others.filter(isFamily).map((table) => readOne(table, map, () => null, refuse))
  return {
    forms: [...project.forms, ...families.map(({ form }) => form).filter(({ columns }) => columns.length > 0)],
    pedigree: families.flatMap(({ pedigree }) => pedigree),
    isCatalogAlone: others.length === 0,
    refused: [...project.refused, ...families.flatMap(({ refused }) => refused)],
    notes: project.notes,
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
  const { rows, refused } = identifiedRows(table, refuse, id)
  const form = table.file.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
  const pedigree = isPedigree(fields)
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
      return { name, description: describe(form, described) ?? undescribed(name) }
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
  return { form: source, pedigree: pedigree ? rows.map(relativeOf) : [], refused }
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

function withoutNotAvailable(table: DelimitedTable): DelimitedTable {
  const cell: DelimitedTable['cell'] = (at, column) => {
    const text = table.cell(at, column)
    return text === NOT_AVAILABLE ? '' : text
  }
  return { ...table, cell }
}
