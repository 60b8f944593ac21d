import { MINIMUM_VALUES } from '#domain/limits.ts'
import { emptyValue, type DraftValue } from '#features/custom-variables/draft.ts'
import { ValueEditor } from '#features/custom-variables/parts/value-editor.tsx'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

/** The values in their order: the first whose definition is true is given. */
export function ValueList({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, change } = builder
  const { values } = draft
  const replace = (next: DraftValue) =>
    change({ values: values.map((value) => (value.key === next.key ? next : value)) })
  const move = (key: string, by: number) => {
    const from = values.findIndex((value) => value.key === key)
    const moved = values[from]
    if (moved) change({ values: values.toSpliced(from, 1).toSpliced(Math.max(0, from + by), 0, moved) })
  }
  const remove = (key: string) =>
    change({
      values: values.filter((value) => value.key !== key),
      defaultKey: draft.defaultKey === key ? null : draft.defaultKey,
      cells: Object.fromEntries(Object.entries(draft.cells).filter(([, value]) => value !== key)),
    })

  return (
    <section aria-label="Values">
      <div className={stack['section']}>
        <h2>Values</h2>
        <p className={stack['muted']}>
          Tried from top to bottom; the first that is true is given. [UNK] is always there: it stands where an answer
          that would decide is missing.
        </p>
      </div>
      {values.map((value, index) => (
        <ValueEditor
          key={value.key}
          builder={builder}
          value={value}
          others={values.filter((other) => other.key !== value.key).map(({ name }) => name)}
          onChange={replace}
          onMove={{
            up: index === 0 ? null : () => move(value.key, -1),
            down: index === values.length - 1 ? null : () => move(value.key, 1),
          }}
          onRemove={values.length > MINIMUM_VALUES ? () => remove(value.key) : null}
        />
      ))}
      <Button onClick={() => change({ values: [...values, emptyValue()] })}>Add a value</Button>
    </section>
  )
}
