import styles from '#features/custom-variables/parts/builder.module.css'
import stack from '#ui/stack.module.css'
import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { DATA_TYPES } from '#domain/data-types.ts'
import { isSourceType, SOURCE_LIMITS, sourceTypeProblem } from '#domain/custom-variables.ts'
import { countOf } from '#domain/numbers.ts'
import { DataTypeTag } from '#entities/variables/data-type-tag.tsx'
import { VariablePicker } from '#entities/pickers/variable-picker.tsx'
import { variableAtom } from '#entities/variables/variables.ts'
import { addSource, removeSource, valuePerAnswer } from '#features/custom-variables/draft-edits.ts'
import { FIELD, type Refusal } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** Above this number of answers, values need conditions. */
const VALUES_AT_ONCE = 100

/** The source variables. */
export function SourceList({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, sources, edit, saving } = builder
  const { maximum } = SOURCE_LIMITS[draft.kind]
  const dataTypes = DATA_TYPES.filter((type) => isSourceType(draft.kind, type))
  const [only] = sources
  const { list, beforeRemoving } = useFocusAfterRemoval<HTMLElement>(draft.sources)
  const answers = draft.kind === 'downcode' && only ? only.possibleValues.length : 0
  const hasFewAnswers = answers > 1 && answers <= VALUES_AT_ONCE
  const perAnswer = () => edit((before) => (only ? valuePerAnswer(before, only) : before))
  usePaneActions(hasFewAnswers ? { 'form.value-per-answer': { available: true, run: perAnswer } } : {})

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
            {source ? (
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
      {hasFewAnswers && (
        <div>
          <CommandButton id="form.value-per-answer" args={{}} size="small">
            Start with one value for each of the {countOf(answers, 'answer')}
          </CommandButton>
        </div>
      )}
      <RefusalAt refusal={saving.refusal} field={FIELD.sources} />
    </section>
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
