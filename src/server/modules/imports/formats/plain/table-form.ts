import { formName, missingCodesOf } from '#domain/imports/import-options.ts'
import type { FormatOptions } from '#server/modules/imports/formats/import-format.ts'
import {
  FAMILY_AND_INDIVIDUAL,
  isPedigree,
  pedigreeColumns,
} from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import {
  idOf,
  sexOfCell,
  type PedigreeRow,
  pedigreeNote,
  withFamiliesOfLinks,
} from '#server/modules/imports/formats/pedigree/pedigree-rows.ts'
import type { PlainDictionary } from '#server/modules/imports/formats/plain/dictionary.ts'
import { ruleFor, settleRepeats } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { matcherOf } from '#server/modules/imports/source/declared-missing.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { identifiedRows } from '#server/modules/imports/source/identified-rows.ts'
import {
  ImportRefused,
  problemAt,
  type IdCandidate,
  type Problem,
  answerOf,
  type ProblemCollector,
} from '#server/modules/imports/source/problem.ts'
import { undescribed, type SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { TableUse } from '#server/modules/imports/source/table-account.ts'
import { createLongPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

/** R's name of the row name column, which holds the ids if no other column does. */
const ROW_NAMES = 'rownames'

/** Reads tables of one row a participant with their dictionaries. Problems are collected. */
export async function readTableForms(
  tables: readonly DelimitedTable[],
  dictionaries: readonly PlainDictionary[],
  options: FormatOptions,
  problems: ProblemCollector,
): Promise<TableForm[]> {
  const { repeat, missing } = options
  const describe: PlainDictionary['describe'] = (form, column) =>
    dictionaries.map((dictionary) => dictionary.describe(form, column)).find((found) => found !== null) ?? null
  const forms: TableForm[] = []
  for (const table of tables) {
    const form = await problems.attemptAsync(async () => {
      const id = idPlace(table, options)
      if (ruleFor(table, repeat) === null) refuseLongTable(table, id)
      const missingOf = (column: string) =>
        matcherOf([
          ...missingCodesOf(missing, formName(table.file), column),
          ...((describe(formName(table.file), column) ?? table.descriptions?.get(column))?.missing ?? []),
        ])
      return await readTableForm(settleRepeats(table, id, repeat, missingOf), options, describe)
    })
    if (form !== null) forms.push(form)
  }
  return forms
}

/** A form, with its pedigree where the columns name parents. */
export interface TableForm {
  readonly form: SourceForm
  readonly isPedigree: boolean
  readonly use: TableUse
  readonly pedigree: readonly PedigreeRow[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

type IdOptions = Pick<FormatOptions, 'map' | 'isKnown' | 'refuseRelative'>

/** Reads a table of one row a participant. Throws ImportRefused without an id column. */
export async function readTableForm(
  table: DelimitedTable,
  options: IdOptions,
  describe: PlainDictionary['describe'],
): Promise<TableForm> {
  const { map, refuseRelative } = options
  const fields = pedigreeColumns(table.header, map)
  const id = idPlace(table, options)
  const pedigree = isPedigree(fields)
  const { rows, refused } = await identifiedRows(table, pedigree ? refuseRelative : () => null, id)
  const form = formName(table.file)
  const taken = new Set([id, ...(pedigree ? [fields.get('family'), fields.get('father'), fields.get('mother')] : [])])
  const kept = table.header.map((_, place) => place).filter((place) => !taken.has(place))
  const cellOf = (offset: number, field: 'family' | 'father' | 'mother' | 'sex') => {
    const place = fields.get(field)
    return place === undefined ? '' : table.cell(offset, place)
  }
  const source: SourceForm = {
    file: table.file,
    instrument: form,
    title: form,
    isParticipants: false,
    columns: kept.map((place) => {
      const name = table.header[place] ?? ''
      const described = table.described?.[place] ?? name
      const description = describe(form, described) ?? table.descriptions?.get(described) ?? undescribed(name)
      return { name, description, ...(described !== name && { visitOf: described }) }
    }),
    rows,
    cell: (offset, column) => table.cell(offset, kept[column] ?? -1),
    ...(table.cellsBehind && {
      cellsBehind: (offset, column) => table.cellsBehind?.(offset, kept[column] ?? -1) ?? 0,
    }),
  }
  const familyOf = (offset: number) => idOf(cellOf(offset, 'family'))
  const parentOf = (offset: number, field: 'father' | 'mother') => {
    const [family, parent] = [familyOf(offset), idOf(cellOf(offset, field))]
    const isJoined = map.get('id') === FAMILY_AND_INDIVIDUAL && family !== null && parent !== null
    return isJoined ? `${family}_${parent}` : parent
  }
  const relativeOf = ({ line, individualId, offset }: SourceForm['rows'][number]): PedigreeRow => ({
    file: table.file,
    line,
    individualId,
    familyId: familyOf(offset),
    fatherId: parentOf(offset, 'father'),
    motherId: parentOf(offset, 'mother'),
    sex: sexOfCell(cellOf(offset, 'sex')),
  })
  const pause = createLongPause()
  const linked: PedigreeRow[] = []
  if (pedigree) await eachWithPauses(rows, pause, (row) => linked.push(relativeOf(row)))
  const relatives = await withFamiliesOfLinks(linked, pause)
  const notes = [...(table.remarks ?? []), ...(pedigree ? [pedigreeNote(table, fields, relatives)] : [])]
  const structural = [...taken].flatMap((place) => (place === undefined ? [] : [table.header[place] ?? '']))
  const use = { table, idColumn: table.header[id] ?? '', structural }
  return { form: source, use, isPedigree: pedigree, pedigree: relatives, refused, notes }
}

/** The index of the id column: by the map, by a common name, or a first column of row names. */
function idPlace(table: DelimitedTable, { map, isKnown }: Pick<IdOptions, 'map' | 'isKnown'>): number {
  const { file, header } = table
  const place = pedigreeColumns(header, map).get('id')
  if (place !== undefined) return place
  if (header[0] === ROW_NAMES) return 0
  // R and pandas write the number of each row, or its name, without a name.
  const nameless = /^column \d+$/.test(header[0] ?? '')
    ? `; the first, without a name, is chosen as "${header[0] ?? ''}"`
    : ''
  throw new ImportRefused([
    {
      ...problemAt(file, 1, `No column identifies the individual of a row${nameless}.`),
      remedy: 'id-column',
      idCandidates: idCandidates(table, isKnown),
    },
  ])
}

const CANDIDATES_MAX = 5

/** The columns that are filled in each row, those with most known individuals and most different values first. */
function idCandidates({ header, rows, cell }: DelimitedTable, isKnown: (id: string) => boolean): IdCandidate[] {
  return header
    .flatMap((column, place) => {
      const ids = new Set<string>()
      for (const { offset } of rows) {
        const answer = answerOf(cell(offset, place))
        if (answer === null) return []
        ids.add(answer)
      }
      return [{ column, ids: ids.size, known: [...ids].filter(isKnown).length }]
    })
    .toSorted((one, other) => other.known - one.known || other.ids - one.ids)
    .slice(0, CANDIDATES_MAX)
}

/** Column names, in lower case, of a table in long format: the variable, and its value. */
const PAIRS: readonly { readonly names: RegExp; readonly values: RegExp }[] = [
  { names: /^qnam$/, values: /^qval$/ },
  { names: /^paramcd$/, values: /^avalc?$/ },
  { names: /^[a-z]{2}testcd$/, values: /^[a-z]{2}(?:orres|stresc|stresn)$/ },
  {
    names: /^(?:variable|question|item|measure|field)(?:_?(?:name|id))?$/,
    values: /^(?:value|answer|response|result)$/,
  },
]

const SPREAD_IT = 'Spread it first, to one row a person and a column for each variable.'

/** Long format: report the remedy once, not for each row. */
function refuseLongTable(table: DelimitedTable, id: number): void {
  const words = longTableWords(table)
  if (words === null) return
  const ids = table.rows.map(({ offset }) => answerOf(table.cell(offset, id)))
  if (new Set(ids).size === ids.length) return
  throw new ImportRefused([problemAt(table.file, 1, `${words} ${SPREAD_IT}`)])
}

/** The reason why a table is in long format (one row an answer), or null. */
function longTableWords({ header }: DelimitedTable): string | null {
  const names = header.map((name) => name.toLowerCase())
  for (const pair of PAIRS) {
    const [name, value] = [pair.names, pair.values].map((pattern) =>
      header.at(names.findIndex((one) => pattern.test(one))),
    )
    const isThere = names.some((one) => pair.names.test(one)) && names.some((one) => pair.values.test(one))
    if (isThere) return `This is a long table: ${name} names the variable and ${value} holds its answer.`
  }
  return null
}
