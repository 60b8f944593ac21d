import { VARIABLE_NAME } from '#domain/names.ts'
import { formatCount } from '#domain/numbers.ts'
import styles from '#features/custom-variables/parts/builder.module.css'
import { FIELD, type Requirement } from '#features/custom-variables/save-requirements.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/forms/text-field.tsx'
import { DESCRIPTION_MAX } from '#domain/limits.ts'

export function NameField({ builder: { draft, edit, saving } }: { builder: CustomVariableBuilder }) {
  const { refusal } = saving
  return (
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
  )
}

export function DescriptionField({ builder: { draft, edit, saving } }: { builder: CustomVariableBuilder }) {
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
export function Missing({ requirements, onGoTo }: MissingProps) {
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
