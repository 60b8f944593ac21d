import { useAtomValue } from 'jotai'
import type { ConstructPreview } from '#contract/shapes/entities.ts'
import { DATA_TYPES, isCoded } from '#domain/data-types.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { noAnswerWords, UNKNOWN_VALUE_WORDS } from '#domain/missing-labels.ts'
import { formatSize } from '#domain/numbers.ts'
import { valueWords } from '#entities/variables/value-words.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import type { TitleOf } from '#features/custom-variables/result/draft-result.tsx'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import styles from '#features/custom-variables/result/cross-table.module.css'
import stack from '#ui/stack.module.css'

interface CrossTableProps {
  builder: CustomVariableBuilder
  data: ConstructPreview
  titleOf: TitleOf
}

const CODED = DATA_TYPES.filter(isCoded)

/** The new variable cross-tabulated with another one. */
export function CrossTable({ builder, data, titleOf }: CrossTableProps) {
  const { name, choose } = builder.cross
  return (
    <section className={stack['section']} aria-label="Cross-tabulation">
      <VariablePicker label="Cross-tabulate with" variableName={name} dataTypes={CODED} onChoose={choose} />
      {name !== null && (
        <>
          {data.cross && data.cross.variableName === name && (
            <Table cross={data.cross} name={name} order={data.values.map((value) => value.name)} titleOf={titleOf} />
          )}
          <div>
            <Button size="small" onClick={() => choose(null)}>
              Clear
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

interface TableProps {
  cross: NonNullable<ConstructPreview['cross']>
  name: string
  /** The values in the order of their rules. */
  order: readonly string[]
  titleOf: TitleOf
}

function Table({ cross, name, order, titleOf }: TableProps) {
  const other = useAtomValue(variableAtom({ name })).data
  const { columns, rows } = crossRows(cross.data, order)
  const words = (answer: string | null) =>
    answer === null ? noAnswerWords(other?.dataType ?? '') : other ? valueWords(other, answer) : answer
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions need keyboard access
    <div className={styles['scroller']} tabIndex={0} role="group" aria-label={`Cross-tabulation with ${name}`}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            {columns.map((column) => (
              <th key={String(column)} scope="col">
                {words(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, counts }) => (
            <tr key={String(value)}>
              <th scope="row">
                {value === null ? 'no value' : value === UNKNOWN_VALUE ? UNKNOWN_VALUE_WORDS : titleOf(value)}
              </th>
              {counts.map((count, place) => (
                <td key={String(columns[place])}>{formatSize(count)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CrossRow {
  /** Null for individuals without a value. */
  readonly value: string | null
  /** One per column; null if suppressed. */
  readonly counts: readonly (number | null)[]
}

/** A cross-tab's pairs as rows and columns: values in their own order, missing last. */
export function crossRows(
  data: readonly (readonly [string | null, string | null, number | null])[],
  order: readonly string[],
): { readonly columns: readonly (string | null)[]; readonly rows: readonly CrossRow[] } {
  const answers = [...new Set(data.map(([, answer]) => answer))]
  const columns = [...answers.filter((answer) => answer !== null).toSorted(), ...answers.filter((one) => one === null)]
  const placeOf = (value: string | null) => {
    if (value === null) return order.length + 1
    return order.includes(value) ? order.indexOf(value) : order.length
  }
  const values = [...new Set(data.map(([value]) => value))].toSorted((one, other) => placeOf(one) - placeOf(other))
  return {
    columns,
    rows: values.map((value) => {
      const counts = new Map(data.filter(([one]) => one === value).map(([, answer, count]) => [answer, count]))
      return { value, counts: columns.map((answer) => (counts.has(answer) ? (counts.get(answer) ?? null) : 0)) }
    }),
  }
}
