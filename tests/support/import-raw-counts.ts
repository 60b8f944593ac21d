import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/*
 * Counts directly from a data set's files, without product code, as an independent reference. Files must be plain: no
 * quotes, one line a row.
 */

export interface RawTable {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Splits a file at line feeds and tabs. */
function readTsv(path: string): RawTable {
  const text = readFileSync(path, 'utf8')
  if (text.includes('"')) throw new Error(`${path} has quotes, which this does not read.`)
  const [header = [], ...rows] = text
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
  return { header, rows }
}

export function rawForms(folder: string): string[] {
  return readdirSync(join(folder, 'phenotype'))
    .filter((name) => name.endsWith('.tsv'))
    .map((name) => basename(name, '.tsv'))
    .sort()
}

/** The table of a form, or of participants.tsv. */
export function rawTable(folder: string, form: string): RawTable {
  return readTsv(form === 'participants' ? join(folder, 'participants.tsv') : join(folder, 'phenotype', `${form}.tsv`))
}

/** Whether a cell is missing. */
function isMissingRaw(raw: string): boolean {
  return raw.trim() === '' || raw === 'n/a'
}

export function rawColumn(folder: string, form: string, column: string): Map<string, string> {
  const { header, rows } = rawTable(folder, form)
  const id = header.indexOf('participant_id')
  const index = header.indexOf(column)
  if (id === -1 || index === -1) throw new Error(`${form} has no column ${column}.`)
  return new Map(rows.map((row) => [row[id] ?? '', row[index] ?? '']))
}

/** Number of participants with a non-missing answer that satisfies the condition. */
export function countAnswers(
  folder: string,
  form: string,
  column: string,
  holds: (raw: string) => boolean = () => true,
): number {
  return [...rawColumn(folder, form, column).values()].filter((raw) => !isMissingRaw(raw) && holds(raw)).length
}

/** Frequencies of answers; `code` normalises them. */
export function countByAnswer(
  folder: string,
  form: string,
  column: string,
  code: (raw: string) => string = (raw) => raw,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const raw of rawColumn(folder, form, column).values()) {
    if (!isMissingRaw(raw)) counts.set(code(raw), (counts.get(code(raw)) ?? 0) + 1)
  }
  return counts
}

/** The Levels of a sidecar's column, or null. */
export function rawLevels(folder: string, form: string, column: string): Record<string, string> | null {
  const sidecar: Record<string, { Levels?: Record<string, string> } | undefined> = JSON.parse(
    readFileSync(join(folder, 'phenotype', `${form}.json`), 'utf8'),
  )
  return sidecar[column]?.Levels ?? null
}
