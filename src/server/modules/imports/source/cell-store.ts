/** Texts of very many cells, kept outside the heap in the bytes that they need. */
export interface CellStore {
  /** Takes a row; answers the place at which it can be found again. */
  readonly add: (cells: readonly string[]) => number
  readonly cell: (row: number, column: number) => string
}

/** What stands in one column of some rows, one text after another, and where each of them ends. */
interface Packed {
  readonly bytes: Buffer
  readonly encoding: 'latin1' | 'utf16le'
  readonly ends: Uint32Array
}

const ROWS_A_BLOCK = 2048
const BYTES_A_UNIT = { latin1: 1, utf16le: 2 }

/** A store of rows of so many cells; of a shorter row the last ones are blank, of a longer one they are left out. */
export function createCellStore(columns: number): CellStore {
  const blocks: Packed[][] = []
  let latest: string[][] = []
  return {
    add: (cells) => {
      if (latest.length === ROWS_A_BLOCK) {
        blocks.push(Array.from({ length: columns }, (_, column) => packed(latest.map((row) => row[column] ?? ''))))
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

function packed(texts: readonly string[]): Packed {
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

function textAt({ bytes, encoding, ends }: Packed, place: number): string {
  const start = place === 0 ? 0 : (ends[place - 1] ?? 0)
  const end = ends[place] ?? start
  const unit = BYTES_A_UNIT[encoding]
  return start === end ? '' : bytes.toString(encoding, start * unit, end * unit)
}
