/** A set of individuals by their index, with a description. */
export interface DisclosedVector {
  readonly says: string
  readonly members: ReadonlySet<number>
}

type Row = { readonly bits: Uint8Array; readonly says: readonly string[] }

/** Random permutations of the columns. */
const PERMUTATIONS = 40

/**
 * Sums over GF(2) of disclosed sets that hold 1 to `most` individuals and do not follow from `known` sets alone, by the
 * method of Lee and Brickell: of a generator matrix in systematic form, each row and each sum of two rows.
 */
export function lowWeightWords(
  disclosed: readonly DisclosedVector[],
  known: readonly DisclosedVector[],
  { length, most, random }: { readonly length: number; readonly most: number; readonly random: () => number },
): string[] {
  const rowOf = ({ says, members }: DisclosedVector): Row => ({
    bits: Uint8Array.from({ length }, (_, place) => (members.has(place) ? 1 : 0)),
    says: [says],
  })
  const isKnown = spanOf(known.map(rowOf))
  const found = new Set<string>()
  const inspect = (row: Row) => {
    const weight = row.bits.reduce((sum, bit) => sum + bit, 0)
    if (weight > 0 && weight <= most && !isKnown(row)) found.add(`${weight} by ${row.says.toSorted().join(' + ')}`)
  }
  const all = [...known, ...disclosed].map(rowOf)
  for (let round = 0; round < PERMUTATIONS; round += 1) {
    const columns = Array.from({ length }, (_, place) => ({ place, key: random() })).toSorted((a, b) => a.key - b.key)
    const rows = systematic(
      all,
      columns.map(({ place }) => place),
    )
    for (const [place, row] of rows.entries()) {
      inspect(row)
      for (const other of rows.slice(place + 1)) inspect(sum(row, other))
    }
  }
  return [...found]
}

function sum(one: Row, other: Row): Row {
  const says = new Set(one.says)
  for (const name of other.says) if (!says.delete(name)) says.add(name)
  return { bits: one.bits.map((bit, place) => bit ^ (other.bits[place] ?? 0)), says: [...says] }
}

/** A reduced echelon form with pivots in the order of the columns. */
function systematic(rows: readonly Row[], columns: readonly number[]): Row[] {
  let rest = [...rows]
  let done: Row[] = []
  for (const column of columns) {
    const pivot = rest.find(({ bits }) => bits[column] === 1)
    if (!pivot) continue
    const reduce = (row: Row) => (row.bits[column] === 1 ? sum(row, pivot) : row)
    rest = rest.filter((row) => row !== pivot).map(reduce)
    done = [...done.map(reduce), pivot]
  }
  return done
}

function spanOf(vectors: readonly Row[]): (row: Row) => boolean {
  const rows = systematic(vectors, [...(vectors[0]?.bits.keys() ?? [])])
  return (row) => {
    const left = rows.reduce((reduced, basis) => {
      const pivot = basis.bits.indexOf(1)
      return reduced.bits[pivot] === 1 ? sum(reduced, basis) : reduced
    }, row)
    return left.bits.every((bit) => bit === 0)
  }
}
