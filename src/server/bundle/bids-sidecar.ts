import type { DescribedColumn } from '#server/bundle/columns.ts'

/** A BIDS sidecar: each column with its meaning, and the levels that stand in the file with theirs. */
export function bidsSidecar(columns: readonly DescribedColumn[]): string {
  const described = columns.map((column) => [column.name, entryOf(column)] as const)
  return `${JSON.stringify(Object.fromEntries(described), null, 2)}\n`
}

function entryOf({ dataType, form, section, question, note, codes }: DescribedColumn) {
  const levels = codes.map(
    ({ code, meaning, written }) => [written, written === code ? meaning : `code ${code}`] as const,
  )
  return {
    LongName: question.split('\n')[0] ?? '',
    Description: [question, note].filter(Boolean).join('\n'),
    ...(levels.length > 0 && { Levels: Object.fromEntries(levels) }),
    DataType: dataType,
    Form: form,
    ...(section !== '' && { Section: section }),
  }
}
