import { CommandButton } from '#command-kit/command-button.tsx'
import { COHORT_NAME } from '#domain/names.ts'
import styles from '#features/cohorts/screens/builder.module.css'
import type { CohortBuilder } from '#features/cohorts/use-cohort-builder.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/forms/text-field.tsx'
import { DESCRIPTION_MAX } from '#domain/limits.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** Name, description and Save, with the open requirements of Save. */
export function CohortNamingFields({ builder, suggestion }: { builder: CohortBuilder; suggestion: string }) {
  const { naming, changeNaming, missing, nameProblem, failure } = builder
  const isSuggested = naming.name === '' && suggestion !== ''
  usePaneActions(
    isSuggested ? { 'form.use-suggestion': { available: true, run: () => changeNaming({ name: suggestion }) } } : {},
  )
  return (
    <div className={styles['naming']}>
      <div className={styles['name']}>
        <TextField
          label="Name"
          value={naming.name}
          onChange={(name) => changeNaming({ name })}
          pattern={COHORT_NAME.input}
          cutAt={COHORT_NAME.maxLength}
          problemOf={nameProblem.of}
          refusal={nameProblem.now}
        />
        {isSuggested && (
          <CommandButton
            id="form.use-suggestion"
            args={{}}
            variant="quiet"
            size="small"
            className={styles['suggestion'] ?? ''}
          >
            Use “{suggestion}”
          </CommandButton>
        )}
      </div>
      <TextField
        label="Description"
        value={naming.description}
        onChange={(description) => changeNaming({ description })}
        maxLength={DESCRIPTION_MAX}
        isOptional
        isMultiline
      />
      {failure && <Notice tone="error" title={failure.message} />}
      <div className={stack['row']}>
        <CommandButton id="form.save" args={{}} variant="primary" />
        <CommandButton id="form.save-and-narrow" args={{}} />
      </div>
      {missing.length > 0 && (
        <ul className={styles['missing']} aria-label="Required to save">
          {missing.map(({ what, words }) => (
            <li key={what}>{words}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
