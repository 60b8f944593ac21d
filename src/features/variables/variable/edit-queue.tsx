import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { Variable, VariableEdit } from '#contract/shapes/entities.ts'
import { DESCRIPTION_MAX } from '#domain/limits.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { variableEditsAtom } from '#entities/variables/variables.ts'
import { decisionFailureAtom, changesOfEdit, type FieldChange } from '#features/variables/variable/variable-edit.ts'
import { classNames } from '#ui/class-names.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from '#features/variables/screens/variable.module.css'
import stack from '#ui/stack.module.css'

/** The edits of a base variable: the review queue, and past decisions. */
export default function EditQueue({ variable }: { variable: Variable }) {
  const edits = useAtomValue(variableEditsAtom(variable.variableName))
  return (
    <>
      <h2>Edits</h2>
      <Loaded resource={edits}>
        {(found) =>
          found.length === 0 ? (
            <p className={stack['muted']}>No proposed edits.</p>
          ) : (
            <ul className={stack['section']} aria-label="Edits">
              {found.map((edit) => (
                <li key={edit.editId} className={styles['queued']}>
                  <Edit edit={edit} variable={variable} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

const LOOKS = new Map([
  ['queued', { letter: '…', hue: 75 }],
  ['approved', { letter: '✓', hue: 155 }],
  ['rejected', { letter: '×', hue: 30 }],
])

function Edit({ edit, variable }: { edit: VariableEdit; variable: Variable }) {
  const look = LOOKS.get(edit.state)
  return (
    <>
      <div className={stack['row']}>
        <Tag label={edit.state} letter={look?.letter} hue={look?.hue} />
        <span>
          proposed by {edit.madeBy ?? 'a deleted account'} {dayOf(edit.madeAt)}
        </span>
        {edit.decidedBy !== null && (
          <span>
            {edit.state} by {edit.decidedBy} {dayOf(edit.decidedAt)}
          </span>
        )}
      </div>
      {edit.comment !== '' && <p className={stack['question']}>{edit.comment}</p>}
      <Changes changes={changesOfEdit(variable, edit)} />
      {edit.decisionComment !== '' && (
        <p className={stack['question']}>
          <span className={stack['muted']}>Comment on the decision:</span> {edit.decisionComment}
        </p>
      )}
      {edit.state === 'queued' && <Decision edit={edit} />}
    </>
  )
}

function Decision({ edit }: { edit: VariableEdit }) {
  const [comment, setComment] = useState('')
  const failure = useAtomValue(decisionFailureAtom(edit.editId))
  const args = { editId: edit.editId, variableName: edit.variableName, ...(comment.trim() !== '' && { comment }) }
  return (
    <div className={stack['section']}>
      <TextField
        label="Comment on the decision"
        value={comment}
        onChange={setComment}
        maxLength={DESCRIPTION_MAX}
        isOptional
      />
      <div className={stack['row']}>
        <CommandButton id="variable-edit.approve" args={args} variant="primary" size="small">
          Approve
        </CommandButton>
        <CommandButton id="variable-edit.reject" args={args} size="small">
          Reject
        </CommandButton>
      </div>
      {failure && <Notice tone="error" title={failure.message} />}
    </div>
  )
}

/** "2024-01-01T00:01:00Z" as a date and time in an international format. */
function dayOf(time: string | null): string {
  return time === null ? '' : `on ${time.slice(0, 16).replace('T', ' at ')} UTC`
}

/** Each changed field, before and after. */
export function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={classNames(stack['facts'], styles['changes'])}>
      {changes.map((change) => (
        <Change key={change.field} {...change} />
      ))}
    </dl>
  )
}

function Change({ field, before, after }: FieldChange) {
  return (
    <>
      <dt>{field}</dt>
      <dd>
        <del>{before || 'nothing'}</del> <ins>{after || 'nothing'}</ins>
      </dd>
    </>
  )
}
