import type { Measures } from '#tests/screens/measure.ts'

/** One screenshot, or the reason why it is missing. */
export interface Taken {
  readonly state: string
  readonly view: string
  readonly file: string
  readonly failure?: string
  readonly measures?: Measures
}

/** One page with all screenshots: rows are states, columns are views. */
export function indexPage(taken: readonly Taken[]): string {
  const states = [...new Set(taken.map(({ state }) => state))]
  const views = [...new Set(taken.map(({ view }) => view))]
  const rows = states.map((state) => {
    const cells = views.map((view) => cell(taken.find((one) => one.state === state && one.view === view)))
    return `<tr id="${escaped(fileName(state))}"><th scope="row">${escaped(state)}</th>${cells.join('')}</tr>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every screen and state</title>
<style>
body { font: 13px system-ui, sans-serif; margin: 16px }
table { border-collapse: collapse }
th, td { padding: 8px; border: 1px solid #ccc; text-align: start; vertical-align: top }
thead th { position: sticky; top: 0; background: #fff }
img { height: 220px; border: 1px solid #ddd }
p { margin: 4px 0; max-width: 40ch; overflow-wrap: anywhere }
.bad { color: #b00020 }
</style>
<h1>${states.length} states, ${taken.length} pictures</h1>
<table>
<thead><tr><th scope="col">State</th>${views.map((view) => `<th scope="col">${escaped(view)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</html>
`
}

export function fileName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

function cell(taken: Taken | undefined): string {
  if (!taken) return '<td></td>'
  if (taken.failure !== undefined) return `<td><p class="bad">${escaped(taken.failure)}</p></td>`
  const { shift = 0, shifted = '', outside = [] } = taken.measures ?? {}
  const notes = [
    ...(shift > 0 ? [`shift ${shift.toFixed(4)}: ${shifted}`] : []),
    ...(outside.length > 0 ? [`outside: ${outside.join(', ')}`] : []),
  ]
  const alt = `${taken.state}, ${taken.view}`
  const image = `<a href="${taken.file}"><img loading="lazy" src="${taken.file}" alt="${escaped(alt)}"></a>`
  return `<td>${image}${notes.map((note) => `<p class="bad">${escaped(note)}</p>`).join('')}</td>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
