import styles from '#features/custom-variables/values/value-list.module.css'
import stack from '#ui/stack.module.css'
import { useMemo, useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { MINIMUM_VALUES, UNKNOWN_VALUE } from '#domain/limits.ts'
import { addValue, moveValue } from '#features/custom-variables/draft-edits.ts'
import { RefusalAt } from '#features/custom-variables/parts/source-list.tsx'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder, EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { ValueCard, DefaultChoice } from '#features/custom-variables/values/value-card.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import type { CustomVariableKind } from '#domain/custom-variables.ts'
import { countOf } from '#domain/numbers.ts'
import { UNKNOWN_KEY } from '#features/custom-variables/draft.ts'

/** The values in order: the first matching definition wins. */
export function ValueList({ builder }: { builder: CustomVariableBuilder }) {
  const { draft, sources, edit, saving, counts } = builder
  const { values, kind, defaultKey } = draft
  const dragged = useRef<string | null>(null)
  const [moved, setMoved] = useState('')
  usePaneActions({ 'form.add-value': { available: true, run: () => edit(addValue) } })
  const names = values.map(({ name }) => name)
  const handlers = useMemo(
    () => ({
      onMove: (key: string, place: number, title: string, total: number) => {
        edit((before) => moveValue(before, key, place))
        setMoved(`${title} is now ${place + 1} of ${total}.`)
      },
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
    <section aria-label="Values" className={styles['values']} data-field={FIELD.values}>
      <div className={stack['section']}>
        <h2>Values</h2>
        <p className={stack['muted']}>
          {kind === 'merge'
            ? 'Each combination in the table below gets one of these values.'
            : 'Rules run from top to bottom; the first match wins. Missing answers give [UNK].'}
        </p>
        <RefusalAt refusal={saving.refusal} field={FIELD.values} />
      </div>
      <div data-field={FIELD.default}>
        {values.map((value, place) => (
          <ValueCard
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
            sources={sources}
            edit={edit}
            {...handlers}
          />
        ))}
        <UnknownValue
          kind={kind}
          isDefault={defaultKey !== null && !values.some(({ key }) => key === defaultKey)}
          count={counts.data?.unknown}
          edit={edit}
        />
        <RefusalAt refusal={saving.refusal} field={FIELD.default} />
      </div>
      <div>
        <CommandButton id="form.add-value" args={{}} />
      </div>
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
    </section>
  )
}

interface UnknownValueProps {
  kind: CustomVariableKind
  isDefault: boolean
  count: number | null | undefined
  edit: EditDraft
}

/** [UNK] always exists and cannot be edited (spec section 5). */
export function UnknownValue({ kind, isDefault, count, edit }: UnknownValueProps) {
  return (
    <div className={styles['unknown']} role="group" aria-label={UNKNOWN_VALUE}>
      <div className={styles['line']}>
        <span>
          <strong>{UNKNOWN_VALUE}</strong> <span className={stack['muted']}>cannot be edited or removed</span>
        </span>
        {typeof count === 'number' && <span className={styles['count']}>{countOf(count, 'individual')}</span>}
      </div>
      {kind !== 'merge' && <DefaultChoice isDefault={isDefault} valueKey={UNKNOWN_KEY} edit={edit} />}
    </div>
  )
}
