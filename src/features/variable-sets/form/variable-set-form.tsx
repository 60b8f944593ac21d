import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { Failure } from '#api/result.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { DESCRIPTION_MAX } from '#domain/limits.ts'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { withNameAt } from '#domain/text/name-list.ts'
import { VARIABLE_SET_NAME } from '#domain/text/names.ts'
import { PasteNamesDialog } from '#entities/dialogs/paste-names-dialog.tsx'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { OrderedVariables } from '#features/variable-sets/form/ordered-variables.tsx'
import { missingForSave, type VariableSetDraft } from '#features/variable-sets/use-cases.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { BuilderFrame, leadToField } from '#workspace/builder-frame.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import stack from '#ui/stack.module.css'

interface VariableSetFormProps {
  draft: VariableSetDraft
  onChange: (part: Partial<VariableSetDraft>) => void
  onSave: () => Promise<void>
  onCancel?: () => void
  isSaving: boolean
  failure: Failure | null
  /** The open decision that blocks Save. */
  waitsFor?: string | null
}

/** The only conflict of a set is its name. */
const NAME_TAKEN = 409

/** A variable set's name, its variables and their order (spec sections 4 and 5). */
export function VariableSetForm(props: VariableSetFormProps) {
  const { draft, onChange, onSave, onCancel, isSaving, failure, waitsFor = null } = props
  const [isPasting, setIsPasting] = useState(false)
  const workingSet = useAtomValue(workingSetAtom)
  const missing = waitsFor === null ? missingForSave(draft) : [waitsFor]
  const { variables } = draft
  const nameRefusal = refusalOfName(failure)
  const refuse = useCallback((name: string) => (variables.includes(name) ? 'Already in the set.' : null), [variables])
  const add = (names: readonly string[]) => onChange({ variables: [...new Set([...variables, ...names])] })
  const paneId = usePaneId()
  const notYet = workingSet.filter((name) => !variables.includes(name))
  usePaneActions({
    'form.save': {
      available: missing[0] === undefined ? !isSaving || 'pending' : { because: missing[0] },
      run: onSave,
      lead: () => {
        if (waitsFor === null) leadToField(paneId, variables.length === 0 ? 'definition' : 'name')
      },
    },
    'form.paste-names': { available: true, run: () => setIsPasting(true) },
    ...(notYet.length > 0 && { 'form.add-working-set': { available: true, run: () => add(notYet) } }),
    ...(onCancel && { 'form.cancel': { available: true, run: onCancel } }),
  })

  return (
    <>
      <BuilderFrame
        beginsWithName
        definition={
          <>
            <VariablePicker
              label="Add a variable"
              variableName={null}
              onChoose={(name) => add([name])}
              onVersions={add}
              refuse={refuse}
              isRepeating
            />
            <div className={stack['row']}>
              <CommandButton id="form.paste-names" args={{}}>
                Paste names…
              </CommandButton>
              {notYet.length > 0 && (
                <CommandButton id="form.add-working-set" args={{}}>
                  Add the working set: {countOf(notYet.length, 'variable')}
                </CommandButton>
              )}
            </div>
            <TextField
              label="Description"
              value={draft.description}
              onChange={(description) => onChange({ description })}
              maxLength={DESCRIPTION_MAX}
              isOptional
            />
          </>
        }
        result={
          <section className={stack['section']} aria-label="Variables">
            {variables.length === 0 ? (
              <Notice title="No variable chosen yet." actions={<CommandButton id="variables.search" args={{}} />}>
                Search for them, or add rows of the catalog to the working set with a, and come back.
              </Notice>
            ) : (
              <OrderedVariables
                names={variables}
                onMove={(name, place) => onChange({ variables: withNameAt(variables, name, place) })}
                onRemove={(name) => onChange({ variables: variables.filter((other) => other !== name) })}
              />
            )}
          </section>
        }
        count={{
          text: formatCount(variables.length),
          base: wordFor(variables.length, 'variable'),
          isOlder: false,
        }}
        todo={waitsFor}
        name={
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => onChange({ name })}
            pattern={VARIABLE_SET_NAME.input}
            cutAt={VARIABLE_SET_NAME.maxLength}
            problemOf={VARIABLE_SET_NAME.problem}
            isTrimmed
            refusal={nameRefusal}
          />
        }
        actions={
          onCancel && (
            <CommandButton id="form.cancel" args={{}}>
              Cancel
            </CommandButton>
          )
        }
        failure={failure && nameRefusal === null && <Notice tone="error" title={failure.message} />}
      />
      {isPasting && (
        <PasteNamesDialog
          onClose={() => setIsPasting(false)}
          isTaken={(name) => variables.includes(name)}
          onAdd={add}
        />
      )}
    </>
  )
}

/** The server's error for the name: invalid, or in use by another set. */
function refusalOfName(failure: Failure | null): string | null {
  const issue = failure?.issues.find(({ path }) => path === 'name')
  return issue?.message ?? (failure?.status === NAME_TAKEN ? failure.serverMessage : null)
}
