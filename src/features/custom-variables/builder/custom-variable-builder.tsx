import { lazy, Suspense, useState, type ReactNode } from 'react'
import { DESCRIPTION_MAX, MINIMUM_VALUES } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import { SourceList } from '#features/custom-variables/builder/source-list.tsx'
import { isEmptyValue, type CustomVariableDraft } from '#features/custom-variables/draft.ts'
import { FIELD, type Requirement } from '#features/custom-variables/save-requirements.ts'
import {
  focusField,
  useCustomVariableBuilder,
  type CustomVariableBuilder as Builder,
  type Companion,
  type CustomVariableBuilder,
} from '#features/custom-variables/use-custom-variable-builder.ts'
import { ValueList } from '#features/custom-variables/values/value-list.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { BuilderFrame, type LiveCount } from '#workspace/builder-frame.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import styles from '#features/custom-variables/builder/builder.module.css'
import stack from '#ui/stack.module.css'

const DraftResult = lazy(async () => ({
  default: (await import('#features/custom-variables/result/draft-result.tsx')).DraftResult,
}))
const CombineTable = lazy(async () => ({
  default: (await import('#features/custom-variables/combine/combine-table.tsx')).CombineTable,
}))
const DefinitionDialog = lazy(async () => ({
  default: (await import('#features/custom-variables/json/definition-dialog.tsx')).DefinitionDialog,
}))

interface CustomVariableBuilderProps {
  initial: CustomVariableDraft
  /** The custom variable whose definition is edited. */
  editedName?: string | null
  /** Renders the replacement of the edited definition. */
  replace?: (builder: CustomVariableBuilder) => ReactNode
  companion?: Companion | null
  /** Fields after the values. */
  fields?: (builder: CustomVariableBuilder) => ReactNode
}

/** One builder: sources and values at the left, the result at the right. */
export function CustomVariableBuilder({
  initial,
  editedName = null,
  replace,
  companion = null,
  fields,
}: CustomVariableBuilderProps) {
  const builder = useCustomVariableBuilder(initial, editedName, companion)
  const [isJsonOpen, setIsJsonOpen] = useState(false)
  usePaneActions({ 'form.definition-as-json': { available: true, run: () => setIsJsonOpen(true) } })
  const { root, requirements, saving } = builder
  return (
    <>
      <BuilderFrame
        ref={root}
        isWide
        definition={
          <>
            <SourceList builder={builder} />
            {builder.draft.kind === 'merge' && builder.cells.length > 0 && (
              <Suspense fallback={<Skeleton lines={6} />}>
                <CombineTable builder={builder} />
              </Suspense>
            )}
            <div hidden={!isBegun(builder.draft)}>
              <ValueList builder={builder} />
            </div>
            {fields?.(builder)}
            <DescriptionField builder={builder} />
          </>
        }
        result={
          <Suspense fallback={<Skeleton />}>
            <DraftResult builder={builder} />
          </Suspense>
        }
        count={liveCountOf(builder)}
        todo={<Missing requirements={requirements} onGoTo={(field) => focusField(root.current, field)} />}
        name={<NameField builder={builder} label={replace ? 'Name of the copy' : 'Name'} />}
        saveLabel={replace && 'Replace…'}
        actions={replace?.(builder)}
        failure={saving.refusal?.field === null && <Notice tone="error" title={saving.refusal.message} />}
      />
      <Suspense>{isJsonOpen && <DefinitionDialog builder={builder} onClose={() => setIsJsonOpen(false)} />}</Suspense>
    </>
  )
}

/** Before the first variable there is nothing to give a value. */
function isBegun(draft: CustomVariableDraft): boolean {
  const { sources, values } = draft
  return sources.length > 0 || values.length > MINIMUM_VALUES || values.some((value) => !isEmptyValue(draft, value))
}

/** The individuals with a value other than [UNK]; suppressed counts are omitted. */
function liveCountOf({ draft, counts }: Builder): LiveCount | null {
  const { data, isOlder } = counts
  if (data === undefined) return null
  const assigned = data.values.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const others = data.default ?? 0
  const whole = [data.unknown, data.noRecord, data.noAnswer, data.notCounted].reduce<number>(
    (sum, count) => sum + (count ?? 0),
    assigned + others,
  )
  const hasDefault = draft.values.some(({ key }) => key === draft.defaultKey)
  return {
    text: formatCount(hasDefault ? assigned + others : assigned),
    base: `of ${formatCount(whole)} get a value`,
    isOlder,
  }
}

interface NameFieldProps {
  builder: CustomVariableBuilder
  label: string
}

function NameField({ builder: { draft, edit, saving }, label }: NameFieldProps) {
  const { refusal } = saving
  return (
    <div data-field={FIELD.name}>
      <TextField
        label={label}
        value={draft.name}
        onChange={(name) => edit((before) => ({ ...before, name }), FIELD.name)}
        pattern={VARIABLE_NAME.input}
        problemOf={saving.nameProblem}
        refusal={refusal?.field === FIELD.name ? refusal.message : null}
      />
    </div>
  )
}

function DescriptionField({ builder: { draft, edit, saving } }: { builder: CustomVariableBuilder }) {
  const { refusal } = saving
  return (
    <div data-field={FIELD.description}>
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => edit((before) => ({ ...before, description }), FIELD.description)}
        maxLength={DESCRIPTION_MAX}
        isOptional
        isMultiline
        refusal={refusal?.field === FIELD.description ? refusal.message : null}
      />
    </div>
  )
}

interface MissingProps {
  requirements: readonly Requirement[]
  onGoTo: (field: string) => void
}

/** The first open requirement of Save, a link to its field, and the number of the others. */
function Missing({ requirements, onGoTo }: MissingProps) {
  const [first, ...others] = requirements
  if (first === undefined) return null
  return (
    <ul className={styles['missing']} aria-label="Required to save">
      <li>
        <Button size="small" variant="quiet" onClick={() => onGoTo(first.field)}>
          {first.words}
        </Button>
        {others.length > 0 && <span className={stack['muted']}>and {formatCount(others.length)} more</span>}
      </li>
    </ul>
  )
}
