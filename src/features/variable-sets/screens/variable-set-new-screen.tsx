import { useAtomValue, useStore } from 'jotai'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Failure } from '#api/result.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import { VARIABLE_SET_SAVED } from '#domain/messages.ts'
import { VARIABLE_SET_NAME } from '#domain/names.ts'
import { countOf } from '#domain/numbers.ts'
import { currentProjectAtom } from '#entities/projects.ts'
import { useServices } from '#entities/services.ts'
import { VariablePicker } from '#entities/variable-picker.tsx'
import { workingSetAtom } from '#entities/working-set.ts'
import { VariableList } from '#features/variable-sets/parts/variable-list.tsx'
import styles from '#features/variable-sets/screens/variable-set-new.module.css'
import {
  missingForSave,
  saveVariableSet,
  StoredVariableSetDraft,
  type VariableSetDraft,
} from '#features/variable-sets/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'
import { TextField } from '#ui/text-field.tsx'
import { showSuccess } from '#ui/toasts.ts'
import { useDraft } from '#workspace/drafts/use-draft.ts'
import { usePaneActions } from '#workspace/pane-actions.ts'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** Choose the variables that a download will hold, and name them. */
export default function VariableSetNewScreen() {
  usePaneTitle('New Variable Set')
  const { draft, change, save, isSaving, failure } = useVariableSetBuilder()
  const missing = missingForSave(draft)
  usePaneActions({
    save: {
      available: missing[0] === undefined ? !isSaving || 'pending' : { because: missing[0] },
      run: save,
    },
  })
  const { variables } = draft
  const refuse = useCallback((name: string) => (variables.includes(name) ? 'Already in the set.' : null), [variables])

  return (
    <div className={stack['screen']}>
      <div className={styles['form']}>
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          pattern={VARIABLE_SET_NAME.input}
          problemOf={VARIABLE_SET_NAME.problem}
        />
        <TextField
          label="Description"
          value={draft.description}
          onChange={(description) => change({ description })}
          isOptional
        />
        <VariablePicker
          label="Add a variable"
          variableName={null}
          onChoose={(name) => {
            if (!variables.includes(name)) change({ variables: [...variables, name] })
          }}
          refuse={refuse}
          isRepeating
        />
      </div>
      <section className={stack['section']} aria-label="Variables">
        <h2>{countOf(variables.length, 'variable')}</h2>
        {variables.length === 0 ? (
          <Notice title="No variable chosen yet." actions={<CommandButton id="variables.search" args={{}} />}>
            Add them above, or press a on a row of the catalog and come back.
          </Notice>
        ) : (
          <VariableList
            names={variables}
            onMove={(name, by) => change({ variables: moved(variables, name, by) })}
            onRemove={(name) => change({ variables: variables.filter((other) => other !== name) })}
          />
        )}
      </section>
      {failure && <Notice tone="error" title={failure.message} />}
      <div className={stack['row']}>
        <CommandButton id="form.save" args={{}} variant="primary" />
        {missing.length > 0 && <span className={stack['muted']}>{missing.join(' ')}</span>}
      </div>
    </div>
  )
}

function useVariableSetBuilder() {
  const [params] = useSearchParams()
  const store = useStore()
  const services = useServices()
  const run = useRunCommand()
  const project = useAtomValue(currentProjectAtom)
  const asked = params.get('variables') ?? ''
  const workingSet = useAtomValue(workingSetAtom)
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const { draft, setDraft, discard } = useDraft<VariableSetDraft>(StoredVariableSetDraft, {
    name: '',
    description: '',
    variables: asked === '' ? workingSet : [...new Set(asked.split(',').filter(Boolean))],
  })
  const save = async () => {
    if (isSaving) return
    setIsSaving(true)
    const saved = await saveVariableSet(services, draft, project?.projectid)
    setIsSaving(false)
    if (!saved.ok) return setFailure(saved)
    discard()
    store.set(workingSetAtom, [])
    showSuccess(VARIABLE_SET_SAVED)
    await run({ id: 'variable-set.show', args: { variableSetId: saved.value } })
  }
  return {
    draft,
    change: (part: Partial<VariableSetDraft>) => {
      setFailure(null)
      setDraft({ ...draft, ...part })
    },
    save,
    isSaving,
    failure,
  }
}

function moved(names: readonly string[], name: string, by: number): string[] {
  const from = names.indexOf(name)
  const rest = names.filter((other) => other !== name)
  return rest.toSpliced(Math.max(0, from + by), 0, name)
}
