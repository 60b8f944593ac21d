import { OWN_MEMBER } from '#server/model/variable-annotation.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'

/** A BIDS sidecar: each column with its description, and the levels in the file. */
export function bidsSidecar(columns: readonly DescribedColumn[]): string {
  const described = columns.map((column) => [column.name, entryOf(column)] as const)
  return `${JSON.stringify(Object.fromEntries(described), null, 2)}\n`
}

function entryOf({ dataType, form, section, question, note, codes, definition }: DescribedColumn) {
  const levels = codes.map(
    ({ code, meaning, written }) => [written, written === code ? meaning : `code ${code}`] as const,
  )
  return {
    LongName: question.split('\n')[0] ?? '',
    // Our own definition has fields for the context of a question.
    Description: definition ? question : [question, note].filter(Boolean).join('\n'),
    ...(levels.length > 0 && { Levels: Object.fromEntries(levels) }),
    DataType: dataType,
    Form: form,
    ...(section !== '' && { Section: section }),
    ...(definition && { [OWN_MEMBER]: definition }),
  }
}
