import { useAtomValue } from 'jotai'
import { isSourceType, SOURCE_LIMITS, sourceTypeProblem } from '#domain/custom-variables/custom-variables.ts'
import { DATA_TYPES, type DataType } from '#domain/data-types.ts'
import { countOf } from '#domain/numbers.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { recentVariablesAtom } from '#entities/variables/recent-variables.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { catalogAtom, variableAtom } from '#entities/variables/variables.ts'
import { addSource, removeSource } from '#features/custom-variables/draft-edits.ts'
import { FIELD, type Refusal } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import styles from '#features/custom-variables/builder/builder.module.css'
import stack from '#ui/stack.module.css'

/** The source variables. */
export function SourceList({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, sources, edit, saving } = builder
  const { maximum } = SOURCE_LIMITS[draft.kind]
  const dataTypes = DATA_TYPES.filter((type) => isSourceType(draft.kind, type))
  // The questions are the heads of the table below.
  const areHeads = builder.cells.length > 0
  const { list, beforeRemoving } = useFocusAfterRemoval<HTMLElement>(draft.sources)

  return (
    <section ref={list} className={styles['sources']} aria-label="Sources" data-field={FIELD.sources}>
      {draft.sources.length < maximum && (
        <VariablePicker
          label={draft.sources.length === 0 ? 'Variable' : 'Another variable'}
          variableName={null}
          dataTypes={dataTypes}
          refuse={(name) => (draft.sources.includes(name) ? 'This variable is already a source.' : null)}
          onChoose={(name) => edit((before) => addSource(before, name))}
          isRepeating={draft.kind === 'multiple'}
        />
      )}
      {draft.sources.length === 0 && (
        <RecentVariables dataTypes={dataTypes} onChoose={(name) => edit((before) => addSource(before, name))} />
      )}
      {draft.sources.map((name) => {
        const source = sources.find(({ variableName: known }) => known === name)
        const problem = source && sourceTypeProblem(draft.kind, { name, dataType: source.dataType })
        return (
          <div key={name} className={styles['source']}>
            <span className={stack['row']}>
              <strong>{name}</strong> {source && <DataTypeTag dataType={source.dataType} />}
              {source && <span className={stack['muted']}>{countOf(source.observations, 'observation')}</span>}
            </span>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Remove ${name}`}
              data-removes={name}
              onClick={() => {
                beforeRemoving(name)
                edit((before) => removeSource(before, name))
              }}
            >
              ×
            </Button>
            {source && areHeads ? null : source ? (
              <span className={stack['muted']}>{source.question.replaceAll('|', ' ')}</span>
            ) : (
              <Coming name={name} />
            )}
            {problem && (
              <p className={styles['refusal']} role="alert">
                {problem}
              </p>
            )}
          </div>
        )
      })}
      <RefusalAt refusal={saving.refusal} field={FIELD.sources} />
    </section>
  )
}

const MOST_RECENT = 3

interface RecentVariablesProps {
  dataTypes: readonly DataType[]
  onChoose: (name: string) => void
}

/** The latest picks that can be a source, by one click; nothing without any. */
function RecentVariables({ dataTypes, onChoose }: RecentVariablesProps) {
  const recent = useAtomValue(recentVariablesAtom)
  const catalog = useAtomValue(catalogAtom).data
  const isUsable = (name: string) =>
    catalog?.some((hit) => hit.variableName === name && dataTypes.some((type) => type === hit.dataType)) === true
  const names = recent.filter(isUsable).slice(0, MOST_RECENT)
  if (names.length === 0) return null
  return (
    <div className={stack['row']} role="group" aria-label="Recent variables">
      <span className={stack['muted']}>Recent</span>
      {names.map((name) => (
        <Button key={name} size="small" onClick={() => onChoose(name)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

/** Placeholder of a loading question. */
function Coming({ name }: { name: string }) {
  return useAtomValue(variableAtom({ name })).isPending ? <Skeleton lines={1} /> : null
}

/** The server's error for this field. */
export function RefusalAt({ refusal, field }: { refusal: Refusal | null; field: string }) {
  if (refusal?.field !== field) return null
  return (
    <p className={styles['refusal']} role="alert">
      {refusal.message}
    </p>
  )
}
