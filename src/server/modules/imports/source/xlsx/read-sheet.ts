import { IMPORT_COLUMNS_MAX } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import {
  columnsFault,
  createTableBuilder,
  type DelimitedTable,
  type TableBuilder,
} from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import { serialText } from '#server/modules/imports/source/xlsx/cell-formats.ts'
import { readXml } from '#server/modules/imports/source/xlsx/read-xml.ts'
import { createTextOfRuns, unescaped, type Workbook } from '#server/modules/imports/source/xlsx/workbook-parts.ts'

/** A filled cell: its text, or the reason why its row is refused. */
interface Cell {
  readonly column: number
  readonly text: string
  readonly fault: string | null
}

/** Reads a sheet, whose first row with a value names the columns; null without one. Lines are the sheet's rows. */
export async function readSheet(
  file: string,
  chunks: AsyncIterable<Buffer>,
  workbook: Workbook,
): Promise<DelimitedTable | null> {
  const refuse = (text: string): never => {
    throw new ImportRefused([problemAt(file, null, `This sheet is damaged: ${text}.`)])
  }
  const rows = createSheetRows(file)
  const cell = createCellReader(workbook, refuse)
  const merged: string[] = []
  let line = 0
  let cells: Cell[] = []
  let next = 0
  await readXml(
    chunks,
    {
      open: (name, attributes) => {
        if (name === 'row') {
          const row = attributes['r'] === undefined ? line + 1 : Number(attributes['r'])
          if (!Number.isSafeInteger(row) || row <= line) refuse(`row ${row} follows row ${line}`)
          line = row
          cells = []
          next = 0
        } else if (name === 'c') {
          const column = attributes['r'] === undefined ? next : columnOf(attributes['r'])
          if (column === null || column < next) return refuse(`a cell of row ${line} is at ${attributes['r']}`)
          if (column >= IMPORT_COLUMNS_MAX) refuse(columnsFault(column + 1) ?? '')
          next = column + 1
          cell.begin(attributes)
        } else if (name === 'mergeCell') merged.push(attributes['ref'] ?? '')
        else cell.open(name)
      },
      text: cell.add,
      close: (name) => {
        if (name === 'row') rows.add(line, cells)
        else if (name === 'c') {
          const read = cell.end()
          if (read.text !== '' || read.fault !== null) cells.push({ column: next - 1, ...read })
        } else cell.close(name)
      },
    },
    refuse,
  )
  return rows.table(merged)
}

/** Columns have names in the first row; a value right of them, or a damaged one, refuses the row. */
function createSheetRows(file: string) {
  let builder: TableBuilder | null = null
  let headerLine = 0
  const notAvailable = new Map<number, { first: string; count: number }>()
  const begin = (line: number, cells: readonly Cell[]) => {
    const faults = cells.filter(({ fault }) => fault !== null)
    if (faults.length > 0) throw new ImportRefused(faults.map((cell) => problemAt(file, line, faultAt(cell, line))))
    headerLine = line
    const names = Array.from({ length: (cells.at(-1)?.column ?? 0) + 1 }, () => '')
    for (const { column, text } of cells) names[column] = text
    return createTableBuilder(file, line, names)
  }
  return {
    add: (line: number, cells: readonly Cell[]) => {
      if (cells.length === 0) return
      if (builder === null) {
        builder = begin(line, cells)
        return
      }
      const texts = builder.header.map(() => '')
      let fault: string | null = null
      for (const cell of cells) {
        if (cell.fault === NOT_AVAILABLE_ERROR) {
          const before = notAvailable.get(cell.column)
          const first = before?.first ?? nameOf(cell.column, line)
          notAvailable.set(cell.column, { first, count: (before?.count ?? 0) + 1 })
        } else if (cell.fault !== null) fault ??= faultAt(cell, line)
        else if (cell.column < texts.length) texts[cell.column] = cell.text
        else fault ??= `${nameOf(cell.column, line)} has a value, but its column has no name in row ${headerLine}.`
      }
      builder.add(line, texts, fault ?? undefined)
    },
    table: (merged: readonly string[]): DelimitedTable | null => {
      if (builder === null) return null
      const { header } = builder
      const errors = [...notAvailable].map(([column, { first, count }]) => {
        const words = `${countOf(count, 'cell')} with #N/A, the first ${first}: read as missing.`
        return problemAt(file, null, `${header[column] ?? ''}: ${words}`)
      })
      const below = merged.filter((range) => Number(/\d+$/.exec(range)?.[0]) > headerLine)
      const words = `Of merged cells only the first has the value: ${countOf(below.length, 'range')}, the first ${below[0] ?? ''}.`
      const table = builder.table()
      return {
        ...table,
        remarks: [...(table.remarks ?? []), ...errors, ...(below.length === 0 ? [] : [problemAt(file, null, words)])],
      }
    },
  }
}

const NOT_AVAILABLE_ERROR = '#N/A'

function faultAt({ column, fault }: Cell, line: number): string {
  return `${nameOf(column, line)} ${fault ?? ''}`
}

const A_FORMULA_ALONE = 'has a formula without its value: open the workbook in a spreadsheet program and save it.'

/** Reads the cell between its tags. */
function createCellReader({ sharedStrings, dateFormats, is1904 }: Workbook, refuse: (text: string) => never) {
  const runs = createTextOfRuns()
  let [type, style, value] = ['n', 0, '']
  let [isValue, hasFormula] = [false, false]
  const withoutFault = (text: string) => ({ text, fault: null })
  const number = () => {
    if (value === '') return { text: '', fault: hasFormula ? A_FORMULA_ALONE : null }
    const read = Number(value)
    if (!Number.isFinite(read)) return { text: '', fault: `has "${value}", which is no number.` }
    const format = dateFormats[style] ?? null
    return withoutFault(format === null ? String(read === 0 ? 0 : read) : serialText(read, format, is1904))
  }
  const readers: Readonly<Record<string, () => { text: string; fault: string | null }>> = {
    n: number,
    s: () =>
      withoutFault(
        value === ''
          ? ''
          : (sharedStrings[Number(value)] ?? refuse(`a cell refers to the text ${value}, which is not there`)),
      ),
    str: () => withoutFault(unescaped(value)),
    inlineStr: () => withoutFault(runs.take()),
    b: () => (value === '' ? number() : withoutFault(value === '1' || value === 'true' ? 'TRUE' : 'FALSE')),
    d: () => withoutFault(value.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '')),
    e: () => ({ text: '', fault: value === NOT_AVAILABLE_ERROR ? value : `has the error ${value}.` }),
  }
  return {
    begin: (attributes: Readonly<Record<string, string>>) => {
      type = attributes['t'] ?? 'n'
      style = Number(attributes['s'] ?? '0')
      value = ''
      hasFormula = false
    },
    open: (name: string) => {
      if (name === 'v') isValue = true
      else if (name === 'f') hasFormula = true
      else runs.open(name)
    },
    add: (text: string) => {
      if (isValue) value += text
      else runs.add(text)
    },
    close: (name: string) => {
      if (name === 'v') isValue = false
      else runs.close(name)
    },
    end: () => (readers[type] ?? (() => refuse(`a cell has the type ${type}`)))(),
  }
}

const LETTERS = 26
const BEFORE_A = 64

/** The column of a reference such as AB12, counted from 0; null for another text. */
function columnOf(reference: string): number | null {
  let column = 0
  for (let place = 0; place < reference.length; place++) {
    const letter = reference.charCodeAt(place) - BEFORE_A
    if (letter < 1 || letter > LETTERS) break
    column = column * LETTERS + letter
  }
  return column === 0 ? null : column - 1
}

function nameOf(column: number, line: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(BEFORE_A + 1 + ((rest - 1) % LETTERS)) + letters
  }
  return `${letters}${line}`
}
