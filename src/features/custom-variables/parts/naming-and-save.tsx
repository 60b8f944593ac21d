import { lazy, Suspense, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { VARIABLE_NAME } from '#domain/names.ts'
import { formatCount } from '#domain/numbers.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import { FIELD, type Requirement } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/forms/text-field.tsx'
import { DESCRIPTION_MAX } from '#domain/limits.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

const DefinitionDialog = lazy(async () => ({
  default: (await import('#features/custom-variables/json/definition-dialog.tsx')).DefinitionDialog,
}))

interface NamingAndSaveProps {
  builder: CustomVariableBuilder
  onGoTo: (field: string) => void
}

/** Name, description and Save; each open requirement of Save links to its field. */
export function NamingAndSave({ builder, onGoTo }: NamingAndSaveProps) {
  const { draft, edit, saving, requirements } = builder
  const { refusal } = saving
  const [isJsonOpen, setIsJsonOpen] = useState(false)
  usePaneActions({ 'form.definition-as-json': { available: true, run: () => setIsJsonOpen(true) } })
  return (
    <section className={styles['naming']} aria-label="Naming">
      <div data-field={FIELD.name}>
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => edit((before) => ({ ...before, name }), FIELD.name)}
          pattern={VARIABLE_NAME.input}
          problemOf={saving.nameProblem}
          refusal={refusal?.field === FIELD.name ? refusal.message : null}
        />
      </div>
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
      {refusal?.field === null && <Notice tone="error" title={refusal.message} />}
      <div className={stack['row']}>
        <CommandButton id="form.save" args={{}} variant="primary" />
        <CommandButton id="form.undo" args={{}} />
        <CommandButton id="form.redo" args={{}} />
        <CommandButton id="form.definition-as-json" args={{}} />
      </div>
      <Missing requirements={requirements} onGoTo={onGoTo} />
      <Suspense>{isJsonOpen && <DefinitionDialog builder={builder} onClose={() => setIsJsonOpen(false)} />}</Suspense>
    </section>
  )
}

const SHOWN = 8

function Missing({
  requirements,
  onGoTo,
}: { requirements: readonly Requirement[] } & Pick<NamingAndSaveProps, 'onGoTo'>) {
  if (requirements.length === 0) return null
  const more = requirements.length - SHOWN
  return (
    <ul className={styles['missing']} aria-label="Required to save">
      {requirements.slice(0, SHOWN).map(({ field, words }) => (
        <li key={`${field} ${words}`}>
          <Button size="small" variant="quiet" onClick={() => onGoTo(field)}>
            {words}
          </Button>
        </li>
      ))}
      {more > 0 && <li className={stack['muted']}>and {formatCount(more)} more</li>}
    </ul>
  )
}
