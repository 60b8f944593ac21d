import { lazy, Suspense, useMemo, useRef } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { isNumber } from '#domain/data-types.ts'
import { MINIMUM_VALUES, UNKNOWN_VALUE } from '#domain/limits.ts'
import { countOf, formatSize } from '#domain/numbers.ts'
import { RefusalAt } from '#features/custom-variables/builder/source-list.tsx'
import { haveYes, moveValue, valuePerAnswer, yesIfAny } from '#features/custom-variables/draft-edits.ts'
import { isEmptyValue, UNKNOWN_KEY, valueTitle, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { FIELD } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder, EditDraft } from '#features/custom-variables/use-custom-variable-builder.ts'
import { useValueRows } from '#features/custom-variables/values/use-value-rows.ts'
import { ValueRow } from '#features/custom-variables/values/value-row.tsx'
import { classNames } from '#ui/class-names.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/custom-variables/values/value-list.module.css'
import rowStyles from '#ui/editor-rows.module.css'
import fieldStyles from '#ui/forms/field.module.css'
import stack from '#ui/stack.module.css'

const NumberBands = lazy(async () => ({
  default: (await import('#features/custom-variables/values/number-bands.tsx')).NumberBands,
}))

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
  const isNumeric = kind === 'downcode' && only !== undefined && isNumber(only.dataType)
  const hasFewAnswers = answers > 1 && answers <= VALUES_AT_ONCE
  const perAnswer = () => edit((before) => (only ? valuePerAnswer(before, only) : before))
  const mayBeYes = kind === 'multiple' && sources.length === draft.sources.length && haveYes(sources)
  usePaneActions({
    ...(hasFewAnswers && { 'form.value-per-answer': { available: true, run: perAnswer } }),
    ...(mayBeYes && {
      'form.yes-if-any': { available: true, run: () => edit((before) => yesIfAny(before, sources)) },
    }),
  })
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
      <div className={rowStyles['title']}>
        <h2>Values</h2>
        <p className={stack['muted']}>
          {kind === 'merge'
            ? 'Each combination in the table gets one of these values.'
            : 'Rules run from top to bottom; the first match wins.'}
        </p>
        <span className={rowStyles['tools']}>
          <CommandButton id="form.undo" args={{}} size="small" variant="quiet" />
          <CommandButton id="form.redo" args={{}} size="small" variant="quiet" />
          <CommandButton id="form.definition-as-json" args={{}} size="small" variant="quiet" />
        </span>
      </div>
      <RefusalAt refusal={saving.refusal} field={FIELD.values} />
      {isNumeric && only && values.every((value) => isEmptyValue(draft, value)) && (
        <Suspense fallback={<div className={styles['bands']} />}>
          <NumberBands
            variableName={only.variableName}
            edit={edit}
            onMade={() => list.current?.querySelector<HTMLElement>('[data-row]')?.focus()}
          />
        </Suspense>
      )}
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
          {mayBeYes && (
            <CommandButton id="form.yes-if-any" args={{}} size="small" variant="quiet">
              Yes if any source is Yes
            </CommandButton>
          )}
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

interface OtherRowsProps {
  draft: CustomVariableDraft
  /** Individuals with a missing answer, and those who match no value; undefined before they are counted. */
  unknown: number | null | undefined
  everyoneElse: number | null | undefined
  edit: EditDraft
}

/** The rows after the values: [UNK], which cannot be edited (spec section 5), and the default; one if they are equal. */
export function OtherRows({ draft, unknown, everyoneElse, edit }: OtherRowsProps) {
  const isOneRow = draft.kind !== 'merge' && draft.defaultKey === UNKNOWN_KEY
  // Suppressed if one of the two is.
  const sum = everyoneElse == null ? everyoneElse : everyoneElse + (isOneRow ? (unknown ?? 0) : 0)
  // Without a default an answer that matches no value gives [UNK] too.
  const unknownWords = draft.defaultKey === null ? 'No match yet, or missing answers' : 'Missing answers'
  const others = isOneRow ? 'No match or missing answers' : 'Everyone else'
  return (
    <>
      {!isOneRow && (
        <div className={classNames(rowStyles['row'], styles['other'])} role="group" aria-label={UNKNOWN_VALUE}>
          <span className={rowStyles['words']}>
            {draft.kind === 'merge' ? 'Combinations without a value' : unknownWords}
          </span>
          <span aria-hidden="true" className={styles['arrow']}>
            →
          </span>
          <span className={classNames(rowStyles['words'], styles['gives'])}>{UNKNOWN_VALUE}</span>
          <OtherCount count={unknown} />
        </div>
      )}
      {draft.kind !== 'merge' && (
        <div
          className={classNames(rowStyles['row'], styles['other'])}
          role="group"
          aria-label={others}
          data-field={FIELD.default}
        >
          <span className={rowStyles['words']}>
            {others} <span className={styles['note']}>the default</span>
          </span>
          <span aria-hidden="true" className={styles['arrow']}>
            →
          </span>
          <select
            className={fieldStyles['control']}
            aria-label="Value of everyone else"
            value={draft.defaultKey ?? ''}
            onChange={(event) => {
              const { value: defaultKey } = event.target
              edit((before) => ({ ...before, defaultKey }))
            }}
          >
            {draft.defaultKey === null && (
              <option value="" disabled>
                Choose the default…
              </option>
            )}
            {draft.values.map(({ key }) => (
              <option key={key} value={key}>
                {valueTitle(draft, key)}
              </option>
            ))}
            <option value={UNKNOWN_KEY}>{UNKNOWN_VALUE}</option>
          </select>
          <OtherCount count={isOneRow && unknown == null ? unknown : sum} />
        </div>
      )}
    </>
  )
}

function OtherCount({ count }: { count: number | null | undefined }) {
  return <span className={rowStyles['count']}>{count === undefined ? '–' : formatSize(count)}</span>
}
