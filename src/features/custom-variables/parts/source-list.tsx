import { DATA_TYPES } from '#domain/data-types.ts'
import { isSourceType } from '#domain/custom-variables.ts'
import { DataTypeTag } from '#entities/data-type-tag.tsx'
import { VariablePicker } from '#entities/variable-picker.tsx'
import { sourceLimits } from '#features/custom-variables/draft.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

/** The variables that the new one is made of. */
export function SourceList({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, sources, change } = builder
  const { maximum } = sourceLimits(draft.kind)
  const dataTypes = DATA_TYPES.filter((type) => isSourceType(draft.kind, type))
  const remove = (name: string) =>
    change({
      sources: draft.sources.filter((source) => source !== name),
      cells: {},
      values: draft.values.map((value) => ({
        ...value,
        criteria: value.criteria.filter(({ variableName }) => variableName !== name),
      })),
    })

  return (
    <section className={styles['sources']} aria-label="Made of">
      {draft.sources.map((name) => {
        const source = sources.find(({ variable_name: known }) => known === name)
        return (
          <div key={name} className={styles['source']}>
            <span className={stack['row']}>
              <strong>{name}</strong> {source && <DataTypeTag dataType={source.data_type} />}
            </span>
            <Button size="small" variant="quiet" aria-label={`Remove ${name}`} onClick={() => remove(name)}>
              ×
            </Button>
            {source && <span className={stack['muted']}>{source.question.replaceAll('|', ' ')}</span>}
          </div>
        )
      })}
      {draft.sources.length < maximum && (
        <VariablePicker
          label={draft.sources.length === 0 ? 'Variable' : 'Another variable'}
          variableName={null}
          dataTypes={dataTypes}
          refuse={(name) => (draft.sources.includes(name) ? 'It is among them already.' : null)}
          onChoose={(name) => {
            if (!draft.sources.includes(name)) change({ sources: [...draft.sources, name], cells: {} })
          }}
        />
      )}
    </section>
  )
}
