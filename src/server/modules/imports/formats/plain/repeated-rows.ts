import { plainNumber } from '#domain/data-types/number.ts'
import { type Repeat, type RepeatRule, type RepeatRules, REPEATS, tableName } from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import { derived, type MissingOf } from '#server/modules/imports/formats/plain/derived-rows.ts'
import { type DelimitedTable, type TableRow, columnsFault } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt, answerOf, type Problem } from '#server/modules/imports/source/problem.ts'
import { isFilled } from '#server/modules/imports/source/table-account.ts'

/** Rows by participant, and rows without an id. */
export interface GroupedRows {
  readonly participants: readonly (readonly TableRow[])[]
  readonly unnamed: readonly TableRow[]
  /** The largest number of rows of a participant. */
  readonly most: number
}

/** A visit that a row names in columns of its own. */
export interface Visit {
  /** Rows of one participant with the same key belong to one visit. */
  readonly key: string
  /** The end of the visit's column names; empty for none. */
  readonly label: string
  /** The part of the visit that the row holds, once each. */
  readonly part: string
}

/** The visits of a table that names them; without it the order of the rows decides. */
export interface NamedVisits {
  readonly visitOf: (row: TableRow) => Visit
  readonly compare: (one: Visit, other: Visit) => number
  /** Whether a column is about the row and holds no answer. */
  readonly isAboutTheRow: (name: string) => boolean
  /** The order, for reports. */
  readonly words: string
}

/**
 * Applies a repeat rule: one row a participant, and a note with the number of rows left out. Without a rule the table
 * is unchanged. Rows without an id remain, to be refused. Throws ImportRefused where the column to order by is missing.
 */
export function settleRepeats(
  table: DelimitedTable,
  id: number,
  rules: RepeatRules,
  missingOf: MissingOf = () => () => false,
  named: NamedVisits | null = null,
): DelimitedTable {
  const rule = ruleFor(table, rules)
  if (rule === null) return table
  const visits = rule.orderBy === null ? named : null
  const { participants, unnamed, most } = groupedRows(table, id)
  if (most < 2 && visits === null) {
    return rule.way === 'count' ? { ...counted(table, id, { participants, unnamed, most }), before: table } : table
  }
  const grouped = {
    participants: participants.map((rows) =>
      visits ? inOrderOf(visits, rows) : sortedBy(table, rows, orderColumn(table, rule)),
    ),
    unnamed,
    most,
  }
  const remarks = [...(table.remarks ?? []), problemAt(table.file, null, remarkOf(rule, participants, visits))]
  const before = table
  if (rule.way === 'wide') return { ...toWideFormat(table, id, grouped, visits), before, remarks }
  if (rule.way === 'count') return { ...counted(table, id, grouped), before, remarks }
  if (rule.way === 'any' || rule.way === 'worst') {
    const whole = derived(table, id, grouped, { rule: rule.way, missingOf })
    return { ...whole, before, remarks: [...remarks, ...(whole.remarks ?? [])] }
  }
  const kept = grouped.participants.flatMap((rows) => rows.at(rule.way === 'last' ? -1 : 0) ?? [])
  const isKept = new Set(kept)
  const others = participants.flat().filter((row) => !isKept.has(row))
  const leftOutRows = [{ why: KEPT[rule.way], offsets: others.map(({ offset }) => offset) }]
  return { ...table, rows: [...kept, ...unnamed], before, leftOutRows, remarks }
}

/** Throws ImportRefused if a rule names an unknown table. */
export function refuseUnknownTables({ byTable }: RepeatRules, files: Iterable<string>): void {
  const known = new Set([...files].map(tableName))
  const unknown = [...byTable.keys()].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new ImportRefused(
    unknown.map((name) => problemAt('', null, `The rule for repeated rows names a table ${name} that is not there.`)),
  )
}

/** The rule of a table, or null to keep all rows. */
export function ruleFor(
  { file }: Pick<DelimitedTable, 'file'>,
  { everywhere, byTable }: RepeatRules,
): RepeatRule | null {
  return byTable.get(tableName(file)) ?? everywhere
}

function groupedRows(table: DelimitedTable, id: number): GroupedRows {
  const rowsById = new Map<string, TableRow[]>()
  const unnamed: TableRow[] = []
  for (const row of table.rows) {
    const individualId = answerOf(table.cell(row.offset, id))
    const earlier = individualId === null ? unnamed : rowsById.get(individualId)
    if (earlier) earlier.push(row)
    else if (individualId !== null) rowsById.set(individualId, [row])
  }
  const participants = [...rowsById.values()]
  return {
    participants,
    unnamed,
    most: participants.reduce((highest, rows) => Math.max(highest, rows.length), 1),
  }
}

function orderColumn({ file, header }: DelimitedTable, { orderBy }: RepeatRule): number | null {
  if (orderBy === null) return null
  const place = header.indexOf(orderBy)
  if (place === -1) throw new ImportRefused([problemAt(file, 1, `There is no column ${orderBy} to order the rows by.`)])
  return place
}

const KEPT: Readonly<Record<Repeat, string>> = {
  first: 'the first row of each is kept',
  last: 'the last row of each is kept',
  wide: 'all rows are kept, as columns _1, _2 …',
  count: 'the number of rows of each is kept',
  any: 'yes is kept where any row says so',
  worst: 'the highest number of each column is kept',
}

function remarkOf(
  { way: rule, orderBy }: RepeatRule,
  participants: GroupedRows['participants'],
  visits: NamedVisits | null,
): string {
  const several = participants.filter((rows) => rows.length > 1)
  const rows = several.reduce((sum, { length }) => sum + length, 0)
  const order = visits?.words ?? (orderBy === null ? 'in the order of the file' : `by ${orderBy}`)
  const whose = countOf(several.length, 'person', 'people')
  const have = several.length === 1 ? 'has' : 'have'
  if (rule === 'wide') {
    const kept = visits === null ? KEPT.wide : 'all rows are kept, as columns named by their visit'
    return `${whose} ${have} ${countOf(rows, 'row')}: ${kept}, ${order}.`
  }
  if (rule === 'count') return `${whose} ${have} ${countOf(rows, 'row')}: ${KEPT.count}; their answers were left out.`
  if (rule === 'any' || rule === 'worst') return `${whose} ${have} ${countOf(rows, 'row')}: ${KEPT[rule]}.`
  const leftOut = rows - several.length
  return `${countOf(leftOut, 'row')} of ${whose} ${leftOut === 1 ? 'was' : 'were'} left out: ${KEPT[rule]}, ${order}.`
}

function counted(table: DelimitedTable, id: number, { participants, unnamed }: GroupedRows): DelimitedTable {
  const groups = [...participants, ...unnamed.map((row) => [row])]
  return {
    ...table,
    header: [table.header[id] ?? '', 'rows'],
    rowsBehind: (offset) => (groups[offset] ?? []).map((row) => row.offset),
    leftOutColumns: table.header.flatMap((name, place) => (place === id ? [] : [{ name, why: KEPT.count }])),
    cellsBehind: () => 0,
    rows: groups.map((rows, offset) => ({ line: rows[0]?.line ?? 0, offset })),
    bad: table.bad.map((row, index) => ({ ...row, offset: groups.length + index })),
    cell: (offset, column) => {
      const bad = table.bad[offset - groups.length]
      const [first] = groups[offset] ?? []
      if (column === 0) return table.cell(bad?.offset ?? first?.offset ?? -1, id)
      return bad ? '' : String(groups[offset]?.length ?? 0)
    },
  }
}

/** Throws ImportRefused for a rule that only plain tables support. */
export function refuseRules(
  table: Pick<DelimitedTable, 'file'>,
  rules: RepeatRules,
  { format, ways }: { readonly format: string; readonly ways: readonly Repeat[] },
): void {
  const rule = ruleFor(table, rules)?.way
  if (rule === undefined || !ways.includes(rule)) return
  const others = REPEATS.filter((one) => !ways.includes(one))
  const words = `The rule ${rule} for repeated rows is not for ${format}: take ${others.slice(0, -1).join(', ')} or ${others.at(-1)}.`
  throw new ImportRefused([problemAt(table.file, null, words)])
}

/** Rows ordered by a column: numbers by size, other texts (such as ISO dates) by characters, blanks last. */
function sortedBy(table: DelimitedTable, rows: readonly TableRow[], column: number | null): readonly TableRow[] {
  if (column === null || rows.length < 2) return rows
  const keyed = rows.map((row) => {
    const text = answerOf(table.cell(row.offset, column))
    return { row, text, number: text === null ? null : plainNumber(text) }
  })
  const areNumbers = keyed.every(({ text, number }) => text === null || number !== null)
  return keyed
    .toSorted((one, other) => {
      if (one.text === null || other.text === null) return Number(one.text === null) - Number(other.text === null)
      if (areNumbers) return (one.number ?? 0) - (other.number ?? 0)
      return one.text < other.text ? -1 : Number(one.text > other.text)
    })
    .map(({ row }) => row)
}

function inOrderOf({ visitOf, compare }: NamedVisits, rows: readonly TableRow[]): readonly TableRow[] {
  return rows.toSorted((one, other) => compare(visitOf(one), visitOf(other)))
}

/** The rows of each participant's visits, and the visits' names. */
interface WideRows {
  readonly labels: readonly string[]
  readonly groups: readonly (readonly (readonly TableRow[])[])[]
}

function wideRows(
  table: DelimitedTable,
  { participants, unnamed, most }: GroupedRows,
  named: NamedVisits | null,
): WideRows {
  const ofUnnamed = unnamed.map((row) => [[row]])
  if (named === null) {
    const labels = Array.from({ length: most }, (_, visit) => String(visit + 1))
    return { labels, groups: [...participants.map((rows) => rows.map((row) => [row])), ...ofUnnamed] }
  }
  const { visitOf, compare } = named
  const byKey = new Map(participants.flat().map((row) => [visitOf(row).key, visitOf(row)]))
  const visits = [...byKey.values()].toSorted(compare)
  const repeated = participants.flatMap((rows) => repeatedVisits(table, rows, named))
  const twice = repeated.length > 0 ? repeated : participants.flatMap((rows) => contradictions(table, rows, named))
  if (twice.length > 0) throw new ImportRefused(twice)
  return {
    labels: visits.map(({ label }) => label),
    groups: [
      ...participants.map((rows) => visits.map(({ key }) => rows.filter((row) => visitOf(row).key === key))),
      ...ofUnnamed,
    ],
  }
}

/** Rows of a visit whose part another row of the participant holds. */
function repeatedVisits({ file }: DelimitedTable, rows: readonly TableRow[], { visitOf }: NamedVisits): Problem[] {
  const lines = new Map<string, number>()
  return rows.flatMap((row) => {
    const { key, part, label } = visitOf(row)
    const first = lines.get(`${key}\t${part}`)
    if (first === undefined) lines.set(`${key}\t${part}`, row.line)
    const visit = [part, label].filter(Boolean).join(' ')
    return first === undefined
      ? []
      : [problemAt(file, row.line, `The visit ${visit} has a row already, on line ${first}.`)]
  })
}

/** Cells of a visit for which another row of the participant has another answer. */
function contradictions(
  { file, header, cell }: DelimitedTable,
  rows: readonly TableRow[],
  { visitOf, isAboutTheRow }: NamedVisits,
): Problem[] {
  const keys = rows.map((row) => visitOf(row).key)
  return rows.flatMap((row, index) => {
    const earlier = rows.slice(0, index).filter((_, place) => keys[place] === keys[index])
    if (earlier.length === 0) return []
    return header.flatMap((name, place) => {
      const answer = isAboutTheRow(name) ? null : answerOf(cell(row.offset, place))
      const other = earlier.find(({ offset }) => ![null, answer].includes(answerOf(cell(offset, place))))
      if (answer === null || other === undefined) return []
      const words = `${name} is "${answer}" here and "${cell(other.offset, place).trim()}" on line ${other.line}, of the same visit ${visitOf(row).label}.`
      return [problemAt(file, row.line, words)]
    })
  })
}

/** Reshapes to wide format: AGE_1, AGE_2 … Throws ImportRefused beyond the limit of columns. */
function toWideFormat(
  table: DelimitedTable,
  id: number,
  grouped: GroupedRows,
  named: NamedVisits | null,
): DelimitedTable {
  const others = table.header.map((_, place) => place).filter((place) => place !== id)
  const nameAt = (place: number) => table.header[place] ?? ''
  const { labels, groups } = wideRows(table, grouped, named)
  const header = [
    nameAt(id),
    ...labels.flatMap((label) => others.map((place) => [nameAt(place), label].filter(Boolean).join('_'))),
  ]
  const fault = columnsFault(header.length)
  if (fault !== null) throw new ImportRefused([problemAt(table.file, 1, fault)])
  const textsBehind = (offset: number, column: number) =>
    (groups[offset]?.[Math.floor((column - 1) / others.length)] ?? []).map((row) =>
      table.cell(row.offset, others[(column - 1) % others.length] ?? id),
    )
  return {
    ...table,
    header,
    visits: labels,
    // Rows of one visit may repeat an answer.
    cellsBehind: (offset, column) => (column === 0 ? 0 : textsBehind(offset, column).filter(isFilled).length),
    // The dictionary's description of a column applies to every visit.
    described: [nameAt(id), ...labels.flatMap(() => others.map(nameAt))],
    rows: groups.map((visits, offset) => ({ line: visits.flat()[0]?.line ?? 0, offset })),
    rowsBehind: (offset) => (groups[offset] ?? []).flat().map((row) => row.offset),
    // A bad row belongs to a row of the original table; its id is looked up there.
    bad: table.bad.map((row, index) => ({ ...row, offset: groups.length + index })),
    cell: (offset, column) => {
      const bad = table.bad[offset - groups.length]
      if (bad) return column === 0 ? table.cell(bad.offset, id) : ''
      const visits = groups[offset] ?? []
      if (column === 0) return table.cell(visits.flat()[0]?.offset ?? -1, id)
      const texts = textsBehind(offset, column)
      return texts.find((text) => answerOf(text) !== null) ?? texts[0] ?? ''
    },
  }
}
