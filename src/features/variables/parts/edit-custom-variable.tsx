import { useState } from 'react'
import { failureOf } from '#api/result.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import {
  editCustomVariable,
  readCustomVariable,
  refreshCustomVariables,
} from '#entities/custom-variables/custom-variable-naming.ts'
import { NamingDialog } from '#entities/dialogs/naming-dialog.tsx'
import { useSending, type Read } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { Notice } from '#ui/notice.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useRename } from '#workspace/panes/rename.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'

type Naming = Read<{ readonly name: string; readonly description: string }>

/** The command Edit changes the name and description of a custom variable; its definition stays. */
export function EditCustomVariable({ variable }: { variable: Variable }) {
  const services = useServices()
  const showNext = useNextScreen()
  const [read, setRead] = useState<Naming | null>(null)
  const { constructId } = variable
  const { failure, send } = useSending((id: number) => readCustomVariable(services, id))
  const open = async () => {
    const now = constructId === null ? null : await send(constructId)
    if (now !== null) setRead(now.value)
  }
  usePaneActions(constructId === null ? {} : { 'form.edit': { available: true, run: open } })
  const save = async (id: number, naming: Naming['thing'], version: string | null) => {
    const saved = await editCustomVariable(services, id, naming, version)
    if (!saved.ok) return saved
    // Before the refresh: the page of the old name would show an unknown variable.
    if (naming.name !== variable.variableName) {
      await showNext({ id: 'variable.show', args: { variableName: naming.name } }, null)
    }
    await refreshCustomVariables(services)
    return saved
  }
  const rename = async (id: number, name: string) => {
    const read = await readCustomVariable(services, id)
    return failureOf(read.ok ? await save(id, { ...read.value.thing, name }, read.value.version) : read)
  }
  useRename(
    constructId === null
      ? null
      : { name: variable.variableName, rule: VARIABLE_NAME, save: (name) => rename(constructId, name) },
  )
  if (constructId === null) return null
  return (
    <>
      {failure && <Notice tone="error" title={failure.message} />}
      {read && (
        <NamingDialog
          isOpen
          onClose={() => setRead(null)}
          title="Edit Custom Variable"
          naming={{ ...read.thing, version: read.version }}
          rule={VARIABLE_NAME}
          onSave={(naming, version) => save(constructId, naming, version)}
          readNow={() => readCustomVariable(services, constructId)}
        />
      )}
    </>
  )
}
