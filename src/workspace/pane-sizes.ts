export type SizeChange = 'equal' | 'wider' | 'narrower'

const STEP = 5
const SMALLEST = 12

/** The widths in percent once one pane is made wider or narrower at the cost of the others, or all alike. */
export function resized(sizes: readonly number[], index: number, change: SizeChange): readonly number[] {
  const size = sizes[index]
  if (size === undefined || sizes.length < 2) return sizes
  if (change === 'equal') return sizes.map(() => 100 / sizes.length)
  const wanted = change === 'wider' ? size + STEP : size - STEP
  const next = Math.min(Math.max(SMALLEST, wanted), 100 - SMALLEST * (sizes.length - 1))
  // Whoever has more to give gives more: what is above the smallest is shared out anew.
  const room = 100 - next - SMALLEST * (sizes.length - 1)
  const spare = sizes.map((other, place) => (place === index ? 0 : Math.max(0, other - SMALLEST)))
  const total = spare.reduce((sum, part) => sum + part, 0)
  return sizes.map((_, place) => {
    if (place === index) return next
    const share = total === 0 ? 1 / (sizes.length - 1) : (spare[place] ?? 0) / total
    return SMALLEST + room * share
  })
}
