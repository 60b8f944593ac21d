import { once } from 'node:events'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { quoted } from '#server/platform/db/sql.ts'
import { ROWS_AT_ONCE, type CellValue, type RowSource } from '#server/platform/db/row-source.ts'

/** Adds rows by COPY, some at a time. */
export async function copyRows(
  client: ClientBase,
  table: string,
  { types, rowCount, values }: RowSource,
  pause: () => Promise<void>,
): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${quoted(table)} FROM STDIN`))
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => undefined)
  for (let start = 0; start < rowCount; start += ROWS_AT_ONCE) {
    const end = Math.min(start + ROWS_AT_ONCE, rowCount)
    const columns = types.map((_, column) => values(column, start, end).map(cellText))
    const lines = Array.from({ length: end - start }, (_, row) => columns.map((cells) => cells[row]).join('\t'))
    if (!stream.write(`${lines.join('\n')}\n`)) await Promise.race([once(stream, 'drain'), failed])
    await pause()
  }
  const finished = once(stream, 'finish')
  stream.end()
  await Promise.race([finished, failed])
}

/** A cell as COPY's text has it. */
function cellText(value: CellValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'object')
    return escaped(`{${value.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`)
  return typeof value === 'string' ? escaped(value) : String(value)
}

const SIGNS: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\uFFFD' }

function escaped(text: string): string {
  return text.replaceAll(/[\\\t\n\r\0]/g, (sign) => SIGNS[sign] ?? sign)
}
