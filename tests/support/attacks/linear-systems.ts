/** Solves a system of linear equations by Gaussian elimination with partial pivoting. */
export function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, place) => [...row, right[place] ?? 0])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row
    }
    const [one, other] = [rows[column] ?? [], rows[pivot] ?? []]
    rows[column] = other
    rows[pivot] = one
    const lead = other[column] ?? 0
    for (const [index, row] of rows.entries()) {
      if (index === column) continue
      const factor = (row[column] ?? 0) / lead
      if (factor === 0) continue
      for (let place = column; place <= size; place++) row[place] = (row[place] ?? 0) - factor * (other[place] ?? 0)
    }
  }
  return rows.map((row, place) => (row[size] ?? 0) / (row[place] ?? 1))
}
