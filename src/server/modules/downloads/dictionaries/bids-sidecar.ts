import { OWN_MEMBER } from '#server/model/variable-annotation.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'

/** A BIDS sidecar: each column with its meaning, and the levels that stand in the file with theirs. */
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
    // What surrounds a question has a place of its own in our definition.
    Description: definition ? question : [question, note].filter(Boolean).join('\n'),
    ...(levels.length > 0 && { Levels: Object.fromEntries(levels) }),
    DataType: dataType,
    Form: form,
    ...(section !== '' && { Section: section }),
    ...(definition && { [OWN_MEMBER]: definition }),
  }
}
