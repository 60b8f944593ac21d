import type { Line } from '#features/describing/lines.ts'

/** The parameter of the URL with the labels of rows, repeated: `SEX value 1*Men`. */
const PARAMETER = 'label'
const SEPARATOR = '*'

/** The labels of rows by the keys of the rows. */
export function labelsIn(texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.flatMap((text) => {
      const place = text.indexOf(SEPARATOR)
      return place > 0 ? [[text.slice(0, place), text.slice(place + 1)] as const] : []
    }),
  )
}

/** The rows with the labels that the user wrote in place of names, questions and meanings, as they stand. */
export function withLabels(lines: readonly Line[], labels: ReadonlyMap<string, string>): readonly Line[] {
  if (labels.size === 0) return lines
  return lines.map((line) => {
    const label = labels.get(line.key)
    return label === undefined ? line : { ...line, label, detail: '', suffix: '' }
  })
}

/** The parameters with a row's label; an empty label, and the one that the row has by itself, are not kept. */
export function withLabel(params: URLSearchParams, key: string, label: string, before: string): URLSearchParams {
  const next = new URLSearchParams(params)
  const others = params.getAll(PARAMETER).filter((text) => !text.startsWith(`${key}${SEPARATOR}`))
  next.delete(PARAMETER)
  for (const text of others) next.append(PARAMETER, text)
  const text = label.replaceAll(/\s+/g, ' ').trim()
  if (text !== '' && text !== before) next.append(PARAMETER, `${key}${SEPARATOR}${text}`)
  return next
}

export function withoutLabels(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  next.delete(PARAMETER)
  return next
}
