import { useState } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { savedWords } from '#domain/messages.ts'
import { PROJECT_NAME } from '#domain/text/names.ts'
import { NamingFields } from '#entities/dialogs/naming-fields.tsx'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { createProject } from '#features/projects/use-cases.ts'
import { Notice } from '#ui/notice.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { usePaneFailure } from '#workspace/panes/pane-atoms.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import styles from '#features/projects/screens/projects.module.css'
import stack from '#ui/stack.module.css'

/** A new project becomes the current one. */
export default function ProjectNewScreen() {
  const services = useServices()
  const showNext = useNextScreen()
  const [draft, setDraft] = useState({ name: '', description: '' })
  const showFailure = usePaneFailure()
  const { isSending: isSaving, failure, send } = useSending((naming: typeof draft) => createProject(services, naming))
  const problem = PROJECT_NAME.problem(draft.name)
  const isEmpty = draft.name.trim() === '' && draft.description.trim() === ''

  const save = async () => {
    const saved = await send({ name: draft.name.trim(), description: draft.description })
    if (saved === null) return undefined
    await showNext(
      { id: 'project.show', args: { projectId: saved.value.projectId } },
      savedWords('Project', draft.name.trim()),
    )
    const { notCurrent } = saved.value
    return notCurrent === null ? undefined : showFailure(notCurrent.message)
  }
  const because = problem ?? (isEmpty ? 'Enter a name or a description.' : null)
  usePaneActions({ 'form.save': { available: because === null ? !isSaving || 'pending' : { because }, run: save } })

  return (
    <div className={stack['screen']}>
      <div className={styles['form']}>
        <NamingFields
          draft={draft}
          onChange={setDraft}
          rule={PROJECT_NAME}
          nameRefusal={failure?.issues.find(({ path }) => path === 'name')?.message}
          startsFocused
        />
        {failure && <Notice tone="error" title={failure.message} />}
        <div className={stack['row']}>
          <CommandButton id="form.save" args={{}} variant="primary" />
          <CommandKeys id="form.save" />
          {because !== null && <span className={stack['muted']}>{because}</span>}
        </div>
      </div>
    </div>
  )
}
