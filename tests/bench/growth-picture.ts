/** Growth of one figure: sizes and measurements. */
export interface Curve {
  readonly name: string
  readonly points: readonly (readonly [count: number, measured: number])[]
}

const WIDTH = 380
const HEIGHT = 300
const MARGIN = { left: 64, right: 150, top: 30, bottom: 40 }
const GAP = 20
const LINE = 15
/** Colour-blind safe, on light and dark pages. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9']

/** Two log-log charts: growth by participants, and search by variables. */
export function growthPicture(byParticipants: readonly Curve[], search: Curve): string {
  const full = 2 * (WIDTH + MARGIN.left + MARGIN.right) + GAP
  const height = HEIGHT + MARGIN.top + MARGIN.bottom
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${full} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#777">
<title>How the figures grow with individuals and with variables</title>
${chart(byParticipants, 'individuals', 0)}
${chart([search], 'variables in the catalog', WIDTH + MARGIN.left + MARGIN.right + GAP)}
</svg>
`
}

function chart(curves: readonly Curve[], title: string, offset: number): string {
  const across = extent(curves.flatMap(({ points }) => points.map(([count]) => count)))
  const up = decades(curves.flatMap(({ points }) => points.map(([, measured]) => measured)))
  const x = (count: number) => MARGIN.left + (WIDTH * (Math.log10(count) - across.low)) / (across.high - across.low)
  const y = (value: number) => MARGIN.top + HEIGHT - (HEIGHT * (Math.log10(value) - up.low)) / (up.high - up.low)
  const lines = powers(up).map(
    (power) =>
      `<path d="M${MARGIN.left} ${coordinate(y(10 ** power))}h${WIDTH}" stroke="#777" stroke-opacity=".25"/><text x="${MARGIN.left - 6}" y="${coordinate(y(10 ** power) + 4)}" text-anchor="end">${(10 ** power).toLocaleString('en')}</text>`,
  )
  const counts = [...new Set(curves.flatMap(({ points }) => points.map(([count]) => count)))]
  const marks = counts.map(
    (count) =>
      `<text x="${coordinate(x(count))}" y="${MARGIN.top + HEIGHT + 18}" text-anchor="middle">${count.toLocaleString('en')}</text>`,
  )
  return `<g transform="translate(${offset} 0)">
<text x="${MARGIN.left}" y="16" font-weight="600">By ${title}</text>
${[...lines, ...marks].join('\n')}
${curves.map((curve, index) => drawn(curve, COLOURS[index % COLOURS.length] ?? '#777', x, y)).join('\n')}
${named(curves, x, y).join('\n')}
</g>`
}

type Scale = (value: number) => number

function drawn({ points }: Curve, colour: string, x: Scale, y: Scale): string {
  const path = points
    .map(([count, value], index) => `${index === 0 ? 'M' : 'L'}${coordinate(x(count))} ${coordinate(y(value))}`)
    .join('')
  const dots = points
    .map(([count, value]) => `<circle cx="${coordinate(x(count))}" cy="${coordinate(y(value))}" r="3"/>`)
    .join('')
  return `<g fill="${colour}"><path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}</g>`
}

/** Labels at the ends of the curves, moved apart where they overlap. */
function named(curves: readonly Curve[], x: Scale, y: Scale): string[] {
  const ends = curves
    .map(({ name, points }, index) => ({ name, index, count: points.at(-1)?.[0] ?? 1, value: points.at(-1)?.[1] ?? 1 }))
    .toSorted((a, b) => b.value - a.value)
  let above = -Infinity
  return ends.map(({ name, index, count, value }) => {
    above = Math.max(above + LINE, y(value) + 4)
    const colour = COLOURS[index % COLOURS.length] ?? '#777'
    return `<text fill="${colour}" x="${coordinate(x(count) + 8)}" y="${coordinate(above)}">${name}: ${value.toLocaleString('en')}</text>`
  })
}

interface Range {
  readonly low: number
  readonly high: number
}

/** Logarithms of minimum and maximum. */
function extent(values: readonly number[]): Range {
  return { low: Math.log10(Math.min(...values)), high: Math.log10(Math.max(...values)) }
}

function decades(values: readonly number[]): Range {
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...values))))
  return { low, high: Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)))) }
}

function powers({ low, high }: Range): number[] {
  return Array.from({ length: high - low + 1 }, (_, step) => low + step)
}

function coordinate(value: number): string {
  return value.toFixed(1)
}
