import { readFileSync } from 'node:fs'

/** A query that a person types, and what is meant: any of these; none if the product has nothing of it. */
export interface TypedQuery {
  readonly typed: string
  readonly meant: readonly string[]
}

/** The queries of a text file: one a line, what is meant behind a bar, separated by semicolons. */
export function readQueries(file: 'catalog-queries.txt' | 'palette-queries.txt'): readonly TypedQuery[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [typed = '', meant = ''] = line.split(' | ')
    return { typed, meant: meant.split(';').flatMap((one) => one.trim() || []) }
  })
}

/** Whether one of the first rows is meant. */
export function isFound(rows: readonly string[], meant: readonly string[]): boolean {
  return rows.some((row) => meant.includes(row))
}
