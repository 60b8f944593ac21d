import { readFileSync } from 'node:fs'

/** A typed query with its expected rows: any of them is right. Empty if the product has no such row. */
export interface TypedQuery {
  readonly typed: string
  readonly meant: readonly string[]
}

/** The queries of a text file: one per line, then a bar and the expected rows, separated by semicolons. */
export function readQueries(file: 'catalog-queries.txt' | 'palette-queries.txt'): readonly TypedQuery[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [typed = '', meant = ''] = line.split(/ \| ?/)
    return { typed, meant: meant.split(';').flatMap((one) => one.trim() || []) }
  })
}

/** Whether one of the first rows is expected. */
export function isFound(rows: readonly string[], meant: readonly string[]): boolean {
  return rows.some((row) => meant.includes(row))
}
