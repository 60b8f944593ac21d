export interface CrossRow {
  /** Null for those without a value. */
  readonly value: string | null
  /** One for each column; null where it is hidden. */
  readonly counts: readonly (number | null)[]
}

/** The pairs of a cross-tab as the rows and columns of a table: values in their own order, what is missing last. */
export function crossRows(
  data: readonly (readonly [string | null, string | null, number | null])[],
  order: readonly string[],
): { readonly columns: readonly (string | null)[]; readonly rows: readonly CrossRow[] } {
  const answers = [...new Set(data.map(([, answer]) => answer))]
  const columns = [...answers.filter((answer) => answer !== null).toSorted(), ...answers.filter((one) => one === null)]
  const placeOf = (value: string | null) => {
    if (value === null) return order.length + 1
    return order.includes(value) ? order.indexOf(value) : order.length
  }
  const values = [...new Set(data.map(([value]) => value))].toSorted((one, other) => placeOf(one) - placeOf(other))
  return {
    columns,
    rows: values.map((value) => {
      const own = new Map(data.filter(([one]) => one === value).map(([, answer, count]) => [answer, count]))
      return { value, counts: columns.map((answer) => (own.has(answer) ? (own.get(answer) ?? null) : 0)) }
    }),
  }
}
