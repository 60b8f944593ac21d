import styles from '#features/custom-variables/values/value-list.module.css'
import stack from '#ui/stack.module.css'
import { useMemo, useRef } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { MINIMUM_VALUES } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { moveValue, valuePerAnswer } from '#features/custom-variables/draft-edits.ts'
import { RefusalAt } from '#features/custom-variables/parts/source-list.tsx'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { OtherRows } from '#features/custom-variables/values/other-rows.tsx'
import { useValueRows } from '#features/custom-variables/values/use-value-rows.ts'
import { ValueRow } from '#features/custom-variables/values/value-row.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** Above this number of answers, values need conditions. */
const VALUES_AT_ONCE = 100

/** The values in order: the first matching definition wins. */
export function ValueList({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, sources, edit, saving, counts } = builder
  const { values, kind, defaultKey } = draft
  const dragged = useRef<string | null>(null)
  const { list, openKey, moved, handleKeyDown, ...handlers } = useValueRows(builder)
  const names = values.map(({ name }) => name)
  const [only] = sources
  const answers = kind === 'downcode' && only ? only.possibleValues.length : 0
  const hasFewAnswers = answers > 1 && answers <= VALUES_AT_ONCE
  const perAnswer = () => edit((before) => (only ? valuePerAnswer(before, only) : before))
  usePaneActions(hasFewAnswers ? { 'form.value-per-answer': { available: true, run: perAnswer } } : {})
  const cells = useMemo(() => {
    const numbers = new Map<string, number>()
    for (const key of Object.values(draft.cells)) numbers.set(key, (numbers.get(key) ?? 0) + 1)
    return numbers
  }, [draft.cells])
  const drag = useMemo(
    () => ({
      onDragStart: (key: string) => {
        dragged.current = key
      },
      onDrop: (place: number) => {
        const key = dragged.current
        dragged.current = null
        if (key !== null) edit((before) => moveValue(before, key, place))
      },
    }),
    [edit],
  )

  return (
    <section ref={list} aria-label="Values" className={styles['values']} data-field={FIELD.values}>
      <div className={styles['title']}>
        <h2>Values</h2>
        <p className={stack['muted']}>
          {kind === 'merge'
            ? 'Each combination in the table below gets one of these values.'
            : 'Rules run from top to bottom; the first match wins.'}
        </p>
        <span className={styles['tools']}>
          <CommandButton id="form.undo" args={{}} size="small" variant="quiet" />
          <CommandButton id="form.redo" args={{}} size="small" variant="quiet" />
          <CommandButton id="form.definition-as-json" args={{}} size="small" variant="quiet" />
        </span>
      </div>
      <RefusalAt refusal={saving.refusal} field={FIELD.values} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the rows, which are buttons */}
      <div className={styles['rows']} onKeyDown={handleKeyDown}>
        {values.map((value, place) => (
          <ValueRow
            key={value.key}
            kind={kind}
            value={value}
            place={place}
            total={values.length}
            isTwice={value.name !== '' && names.indexOf(value.name) !== place}
            isDefault={defaultKey === value.key}
            canRemove={values.length > MINIMUM_VALUES}
            isCounted={counts.data !== undefined && !counts.incomplete.has(value.key)}
            count={counts.countOf(value.key) ?? null}
            cells={cells.get(value.key) ?? 0}
            sources={sources}
            isOpen={openKey === value.key}
            edit={edit}
            {...handlers}
            {...drag}
          />
        ))}
        <div className={styles['add']}>
          <CommandButton id="form.add-value" args={{}} size="small" variant="quiet">
            + Add a value
          </CommandButton>
          {hasFewAnswers && (
            <CommandButton id="form.value-per-answer" args={{}} size="small" variant="quiet">
              Start with one value for each of the {countOf(answers, 'answer')}
            </CommandButton>
          )}
        </div>
        <OtherRows draft={draft} unknown={counts.data?.unknown} everyoneElse={counts.data?.default} edit={edit} />
      </div>
      <RefusalAt refusal={saving.refusal} field={FIELD.default} />
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
    </section>
  )
}
