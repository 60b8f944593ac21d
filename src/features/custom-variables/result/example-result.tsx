import type { CustomVariableKind } from '#domain/custom-variables/construct-types.ts'
import { DataTable, type Column } from '#ui/tables/data-table.tsx'
import stack from '#ui/stack.module.css'

interface Example {
  readonly sentence: string
  /** What an individual answers, and the value for it. */
  readonly rows: readonly (readonly [answers: string, value: string])[]
}

const EXAMPLES: Readonly<Record<CustomVariableKind | 'score', Example>> = {
  downcode: {
    sentence: 'Groups the answers to one variable into fewer values.',
    rows: [
      ['Age 0 to 17', 'child'],
      ['Age 18 to 64', 'adult'],
      ['Age 65 and above', 'senior'],
    ],
  },
  merge: {
    sentence: 'Gives each combination of the answers to two variables a value.',
    rows: [
      ['High moods: yes, low moods: yes', 'both'],
      ['High moods: yes, low moods: no', 'high only'],
      ['High moods: no, low moods: no', 'neither'],
    ],
  },
  multiple: {
    sentence: 'Gives each individual the value of the first condition that matches.',
    rows: [
      ['Age ≥ 65 and sleep < 6 hours', 'senior, short sleep'],
      ['Sleep < 6 hours', 'short sleep'],
      ['Sleep ≥ 6 hours', 'other'],
    ],
  },
  score: {
    sentence: 'Computes a number from the answers to several variables.',
    rows: [
      ['SUM(A, B, C) with the answers 1, 0, 2', '3'],
      ['MEAN(A, B, C) with the answers 1, 0, 2', '1'],
      ['IF(A >= 10, 1, 0) with the answer 12', '1'],
    ],
  },
}

const COLUMNS: readonly Column<Example['rows'][number]>[] = [
  { key: 'answers', header: 'Answers', cell: ([answers]) => answers },
  { key: 'value', header: 'Value', cell: ([, value]) => <strong>{value}</strong> },
]

/** The kind of result that a builder makes, before its first variable. */
export function ExampleResult({ kind, next }: { kind: keyof typeof EXAMPLES; next: string }) {
  const { sentence, rows } = EXAMPLES[kind]
  return (
    <section className={stack['section']} aria-label="Example">
      <h2>Example</h2>
      <p>{sentence}</p>
      <DataTable label="Example values" columns={COLUMNS} rows={rows} rowKey={([answers]) => answers} />
      <p className={stack['muted']}>{next}</p>
    </section>
  )
}
