import { total, type Part, type TableAccount } from '#domain/imports/balance.ts'
import type { DelimitedTable, TableRow } from '#server/modules/imports/source/delimited-table.ts'
import { answerOf, type Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceDataSet, SourceForm } from '#server/modules/imports/source/source-form.ts'
import { createLongPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

/** How a format used a table of individuals. */
export interface TableUse {
  /** After the rule for repeated rows. */
  readonly table: DelimitedTable
  readonly idColumn: string
  /** Columns about the row or the family, by name. */
  readonly structural: readonly string[]
  /** Filled cells of used rows that are behind no answer. */
  readonly unusedCells?: readonly Part[]
  /** Rows that are used without a record in a form, as those of a pedigree. */
  readonly usedRows?: readonly TableRow[]
  readonly usedIds?: readonly string[]
  /** Whether the format itself reads a cell as missing. */
  readonly isMissing?: (cell: string, column: number) => boolean
}

/** An account that does not close: a fault of the importer, after which nothing may be imported. */
export class AccountOpen extends Error {
  constructor(file: string, what: string, read: number, parts: number) {
    super(`${file}: ${read} ${what} were read, but ${parts} are accounted for.`)
    this.name = 'AccountOpen'
  }
}

const REFUSED = 'of refused rows'

/** The accounts of all tables. Throws AccountOpen where one does not close. */
export async function accountsOf(
  { uses, forms, refused }: Pick<SourceDataSet, 'uses' | 'forms' | 'refused'>,
  inDatabase: ReadonlySet<string>,
): Promise<TableAccount[]> {
  const pause = createLongPause()
  const accounts: { account: Omit<TableAccount, 'ids'>; ids: ReadonlySet<string> }[] = []
  for (const use of uses) {
    const { file } = use.table
    const ofFile = forms.filter((form) => form.file === file)
    const ids = new Set<string>()
    for (const { rows } of ofFile) await eachWithPauses(rows, pause, ({ individualId }) => ids.add(individualId))
    for (const id of use.usedIds ?? []) ids.add(id)
    const ofRows = refused.filter((problem) => problem.file === file)
    accounts.push({ account: await accountOf(use, { forms: ofFile, refused: ofRows }, pause), ids })
  }
  const files = new Map<string, number>()
  for (const { ids } of accounts) {
    await eachWithPauses([...ids], pause, (id) => files.set(id, (files.get(id) ?? 0) + 1))
  }
  const withIds: TableAccount[] = []
  for (const { account, ids } of accounts) {
    const counts = { count: ids.size, inDatabase: 0, inOtherFiles: 0 }
    await eachWithPauses([...ids], pause, (id) => {
      if (inDatabase.has(id)) counts.inDatabase++
      if ((files.get(id) ?? 0) > 1) counts.inOtherFiles++
    })
    withIds.push({ ...account, ids: counts })
  }
  return withIds
}

/**
 * The account of a table, from three sides: the cells as they were read, the forms that were made of them, and the rows
 * that were refused. Throws AccountOpen where the sides differ.
 */
async function accountOf(
  { table, idColumn, structural, unusedCells = [], usedRows = [], isMissing }: TableUse,
  { forms, refused }: { readonly forms: readonly SourceForm[]; readonly refused: readonly Problem[] },
  pause: () => Promise<void>,
): Promise<Omit<TableAccount, 'ids'>> {
  const raw = table.before ?? table
  const { file, filled, hidden } = raw
  const leftOut = table.leftOutColumns ?? []
  const leftOutNames = new Set(leftOut.map(({ name }) => name))
  const places = [...filled.keys()]
  const named = (names: ReadonlySet<string>) => places.filter((place) => names.has(raw.header[place] ?? ''))
  const idPlaces = named(new Set([idColumn]))
  const structuralPlaces = named(new Set(structural.filter((name) => name !== idColumn)))
  const leftOutPlaces = named(leftOutNames)
  const taken = new Set([...idPlaces, ...structuralPlaces, ...leftOutPlaces])
  const variablePlaces = places.filter((place) => !taken.has(place))
  const sum = (some: readonly number[]) => some.reduce((total, place) => total + (filled[place] ?? 0), 0)

  const behind = table.rowsBehind ?? ((offset: number) => [offset])
  const refusedLines = new Set(refused.map(({ line }) => line))
  const others = usedRows.filter(({ line }) => !refusedLines.has(line))
  const used = new Set<number>()
  const offsets = new Set<number>()
  for (const rows of [...forms.map((form) => form.rows), others]) {
    await eachWithPauses(rows, pause, ({ offset }) => {
      offsets.add(offset)
      for (const one of behind(offset)) used.add(one)
    })
  }
  const records = offsets.size
  const byRule = table.leftOutRows ?? []
  const leftOutByRule = new Set(byRule.flatMap(({ offsets }) => offsets))
  const refusedRows: TableRow[] = []
  const otherRows: TableRow[] = []
  await eachWithPauses(raw.rows, pause, (row) => {
    if (used.has(row.offset) || leftOutByRule.has(row.offset)) return
    if (refusedLines.has(row.line)) refusedRows.push(row)
    else otherRows.push(row)
  })
  const cellsOfRows = async (offsets: Iterable<number>) => {
    let count = 0
    for (const offset of offsets) {
      await pause()
      for (const place of variablePlaces) if (isFilled(raw.cell(offset, place))) count++
    }
    return count
  }
  const offsetsOf = (rows: readonly TableRow[]) => rows.map(({ offset }) => offset)
  const missing = new Map<string, number>(hidden === 0 ? [] : [['NA', hidden]])
  const addMissing = (code: string, count: number) => missing.set(code, (missing.get(code) ?? 0) + count)
  let answers = 0
  for (const form of forms) {
    const behind = await cellsBehind(form, pause)
    for (const [code, count] of form.missing ?? []) addMissing(code, count)
    if (behind.notApplicable > 0) addMissing('n/a', behind.notApplicable)
    const ofCodes = [...(form.missing ?? new Map<string, number>()).values()].reduce((sum, count) => sum + count, 0)
    answers += behind.filled - ofCodes - behind.notApplicable
  }
  for (const offset of isMissing === undefined ? [] : used) {
    await pause()
    for (const place of variablePlaces) {
      const cell = raw.cell(offset, place)
      if (isFilled(cell) && isMissing?.(cell, place)) addMissing(cell.trim(), 1)
    }
  }
  const rowParts = [
    ...byRule.map(({ why, offsets }) => ({ why, count: offsets.length })),
    { why: 'no form was begun', count: otherRows.length },
  ].filter(({ count }) => count > 0)
  const ofRule: { why: string; count: number }[] = []
  for (const { why, offsets } of byRule) ofRule.push({ why, count: await cellsOfRows(offsets) })
  const cellParts = [
    ...ofRule,
    { why: REFUSED, count: await cellsOfRows(offsetsOf(refusedRows)) },
    { why: 'no form was begun', count: await cellsOfRows(offsetsOf(otherRows)) },
    { why: 'of columns left out', count: sum(leftOutPlaces) },
    ...unusedCells,
  ].filter(({ count }) => count > 0)

  const account: Omit<TableAccount, 'ids'> = {
    file,
    idColumn,
    rows: {
      read: raw.rows.length + raw.bad.length,
      records,
      merged: used.size - records,
      refused: refusedRows.length + raw.bad.length,
      leftOut: rowParts,
    },
    columns: {
      read: filled.length,
      ids: idPlaces.length,
      structural: structuralPlaces.map((place) => raw.header[place] ?? ''),
      variables: variablePlaces.length,
      leftOut: leftOut.map(({ name }) => name),
    },
    cells: {
      read: sum(places) + hidden,
      ids: sum(idPlaces),
      structural: sum(structuralPlaces),
      answers,
      missing: [...missing].map(([code, count]) => ({ why: `"${code}"`, count })),
      leftOut: cellParts,
    },
  }
  refuseOpenSums(account)
  return account
}

function refuseOpenSums({ file, rows, cells }: Omit<TableAccount, 'ids'>): void {
  const rowSum = rows.records + rows.merged + rows.refused + total(rows.leftOut)
  if (rowSum !== rows.read) throw new AccountOpen(file, 'rows', rows.read, rowSum)
  const cellSum = cells.ids + cells.structural + cells.answers + total(cells.missing) + total(cells.leftOut)
  if (cellSum !== cells.read) throw new AccountOpen(file, 'filled cells', cells.read, cellSum)
}

async function cellsBehind(
  { columns, rows, cell, cellsBehind: behind }: SourceForm,
  pause: () => Promise<void>,
): Promise<{ readonly filled: number; readonly notApplicable: number }> {
  let [filled, notApplicable] = [0, 0]
  for (const column of columns.keys()) {
    await pause()
    for (const { offset } of rows) {
      const text = cell(offset, column)
      filled += behind?.(offset, column) ?? Number(isFilled(text))
      if (isNotApplicable(text)) notApplicable++
    }
  }
  return { filled, notApplicable }
}

/** Whether a cell has a text, also one that means missing. */
export function isFilled(cell: string): boolean {
  return cell.trim() !== ''
}

/** Cells that hold BIDS' word for a missing answer. */
export function isNotApplicable(cell: string): boolean {
  return isFilled(cell) && answerOf(cell) === null
}
