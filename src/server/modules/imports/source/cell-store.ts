/** The cells of a table, so that few of them are JavaScript strings. */
interface CellStore {
  /** Adds a row; returns its offset. */
  readonly add: (cells: readonly string[]) => number
  readonly cell: (row: number, column: number) => string
}

/** The texts of one column for a batch of rows: numbers of the column's distinct texts, or one text with their ends. */
type Packed =
  | { readonly codes: Uint16Array; readonly texts: readonly string[] }
  | { readonly bytes: Buffer; readonly encoding: 'latin1' | 'utf16le'; readonly ends: Uint32Array }

/** The distinct texts of a column, while they are few. */
interface Distinct {
  readonly texts: string[]
  readonly codes: Map<string, number>
}

const ROWS_A_BLOCK = 2048
/** Columns of an interview have few distinct texts; beyond these a column is stored text by text. */
const DISTINCT_MAX = 4096
const BYTES_A_UNIT = { latin1: 1, utf16le: 2 }

/** Stores rows of a fixed number of cells: short rows are padded with blanks, long rows are cut. */
export function createCellStore(columns: number): CellStore {
  const blocks: Packed[][] = []
  const distinct = Array.from({ length: columns }, (): Distinct | null => ({ texts: [], codes: new Map() }))
  let latest: string[][] = []
  const pack = (column: number): Packed => {
    const texts = latest.map((row) => row[column] ?? '')
    const known = distinct[column] ?? null
    const coded = known && codedBy(known, texts)
    if (coded) return coded
    distinct[column] = null
    return joined(texts)
  }
  return {
    add: (cells) => {
      if (latest.length === ROWS_A_BLOCK) {
        blocks.push(Array.from({ length: columns }, (_, column) => pack(column)))
        latest = []
      }
      latest.push(cells.slice(0, columns))
      return blocks.length * ROWS_A_BLOCK + latest.length - 1
    },
    cell: (row, column) => {
      const block = blocks[Math.floor(row / ROWS_A_BLOCK)]
      const place = row % ROWS_A_BLOCK
      if (!block) return latest[place]?.[column] ?? ''
      const found = block[column]
      return found ? textAt(found, place) : ''
    },
  }
}

/** Null where a column has too many distinct texts. */
function codedBy({ texts, codes }: Distinct, cells: readonly string[]): Packed | null {
  const found = new Uint16Array(cells.length)
  for (const [place, cell] of cells.entries()) {
    let code = codes.get(cell)
    if (code === undefined) {
      code = texts.length
      if (code === DISTINCT_MAX) return null
      // A copy: a part of a text would keep the whole text in memory.
      const text = Buffer.from(cell, 'utf16le').toString('utf16le')
      texts.push(text)
      codes.set(text, code)
    }
    found[place] = code
  }
  return { codes: found, texts }
}

function joined(texts: readonly string[]): Packed {
  const text = texts.join('')
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [place, { length }] of texts.entries()) {
    end += length
    ends[place] = end
  }
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le'
  return { bytes: Buffer.from(text, encoding), encoding, ends }
}

function textAt(packed: Packed, place: number): string {
  if ('codes' in packed) return packed.texts[packed.codes[place] ?? -1] ?? ''
  const { bytes, encoding, ends } = packed
  const start = place === 0 ? 0 : (ends[place - 1] ?? 0)
  const end = ends[place] ?? start
  const unit = BYTES_A_UNIT[encoding]
  return start === end ? '' : bytes.toString(encoding, start * unit, end * unit)
}
