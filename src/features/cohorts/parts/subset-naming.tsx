import { CommandButton } from '#command-kit/command-button.tsx'
import { COHORT_NAME } from '#domain/names.ts'
import { valueWords } from '#entities/value-words.ts'
import { suggestedName } from '#features/cohorts/subset-draft.ts'
import styles from '#features/cohorts/screens/subset-builder.module.css'
import type { SubsetBuilder } from '#features/cohorts/use-subset-builder.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'

/** Name, description and Save; while Save waits, for what. */
export function SubsetNaming({ builder }: { builder: SubsetBuilder }) {
  const { draft, variable, change, missing, nameProblem, failure } = builder
  const suggestion =
    variable !== null && draft.condition !== null && builder.isComplete
      ? suggestedName(variable.variable_name, draft.condition, (value) => valueWords(variable, value))
      : ''
  return (
    <div className={styles['naming']}>
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => change({ name })}
        pattern={COHORT_NAME.input}
        problemOf={nameProblem.of}
        refusal={nameProblem.now}
      />
      {draft.name === '' && suggestion !== '' && (
        <div className={stack['row']}>
          <Button variant="quiet" onClick={() => change({ name: suggestion })}>
            Use “{suggestion}”
          </Button>
        </div>
      )}
      <TextField
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
        isOptional
        isMultiline
      />
      {failure && <Notice tone="error" title={failure.message} />}
      <div className={stack['row']}>
        <CommandButton id="form.save" args={{}} variant="primary" />
      </div>
      {missing.length > 0 && (
        <ul className={styles['missing']} aria-label="Before saving">
          {missing.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
