import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { valueWords } from '#entities/value-words.ts'
import { cellKey } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import stack from '#ui/stack.module.css'

/** Every combination of two variables' answers, each with the value that it is given. */
export function CombineTable({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, sources, cells, change } = builder
  const [first, second] = sources
  if (!first || !second) return null
  const rows = [...new Set(cells.map((cell) => cell.first))]
  const columns = [...new Set(cells.map((cell) => cell.second))]
  const assign = (cell: string, value: string) =>
    change({
      cells:
        value === ''
          ? Object.fromEntries(Object.entries(draft.cells).filter(([key]) => key !== cell))
          : { ...draft.cells, [cell]: value },
    })

  return (
    <section className={stack['section']} aria-label="Combinations">
      <h2>
        {first.variable_name} (rows) × {second.variable_name} (columns)
      </h2>
      <div className={styles['scroller']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">
                {first.variable_name} \ {second.variable_name}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {valueWords(second, column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{valueWords(first, row)}</th>
                {columns.map((column) => {
                  const key = cellKey({ first: row, second: column })
                  const assigned = draft.cells[key] ?? ''
                  if (row === UNKNOWN_VALUE && column === UNKNOWN_VALUE) return <td key={key}>{UNKNOWN_VALUE}</td>
                  return (
                    <td key={key} data-open={assigned === ''}>
                      <select
                        aria-label={`${valueWords(first, row)} and ${valueWords(second, column)}`}
                        value={assigned}
                        onChange={(event) => assign(key, event.target.value)}
                      >
                        <option value="">open</option>
                        {draft.values.map((value, index) => (
                          <option key={value.key} value={value.key}>
                            {value.name || `value ${index + 1}`}
                          </option>
                        ))}
                      </select>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
