import { lazy, Suspense, useState } from 'react'
import { failureOf } from '#api/result.ts'
import { definitionWords } from '#contract/shapes/constraint-fields.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { VARIABLE_NAME } from '#domain/text/names.ts'
import {
  editCustomVariable,
  readCustomVariable,
  refreshCustomVariables,
} from '#entities/custom-variables/custom-variable-naming.ts'
import { deleteCustomVariable } from '#entities/custom-variables/custom-variables.ts'
import { useSending, type Read } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { Notice } from '#ui/notice.tsx'
import { useEditAction } from '#workspace/detail/edit-action.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useRename } from '#workspace/panes/rename.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import stack from '#ui/stack.module.css'

const dialogs = () => import('#entities/dialogs/naming-dialog.tsx')
const DeleteDialog = lazy(async () => ({ default: (await dialogs()).DeleteDialog }))
const NamingDialog = lazy(async () => ({ default: (await dialogs()).NamingDialog }))
const DefinitionOfRelease = lazy(() => import('#entities/releases/definition-today.tsx'))

/** A custom variable's values and their definitions, in order, or its formula; on a later release, its changes. */
export function CustomDefinition({ variable }: { variable: Variable }) {
  const { constructId } = variable
  return (
    <>
      <Definition variable={variable} />
      {constructId !== null && (
        <Suspense>
          <DefinitionOfRelease kind="construct" id={constructId} />
        </Suspense>
      )}
    </>
  )
}

function Definition({ variable }: { variable: Variable }) {
  if (variable.formula !== '') {
    return (
      <>
        <h2>Definition</h2>
        <p>
          <code>{variable.formula}</code>
        </p>
      </>
    )
  }
  if (variable.valueDefinitions.length === 0) return null
  return (
    <>
      <h2>Definition</h2>
      <dl className={stack['facts']}>
        {variable.valueDefinitions.map(({ name, definition }) => (
          <Value
            key={name}
            name={name}
            words={definitionWords(definition)}
            isDefault={name === variable.defaultValue}
          />
        ))}
      </dl>
    </>
  )
}

function Value({ name, words, isDefault }: { name: string; words: string; isDefault: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{[words, isDefault ? 'by default' : ''].filter(Boolean).join('; ') || '–'}</dd>
    </>
  )
}

/** The command Delete deletes a custom variable; base variables have no such command. */
export function DeleteCustomVariable({ variable }: { variable: Variable }) {
  const services = useServices()
  const showNext = useNextScreen()
  const [isOpen, setIsOpen] = useState(false)
  const { constructId } = variable
  usePaneActions(constructId === null ? {} : { 'form.delete': { available: true, run: () => setIsOpen(true) } })
  if (constructId === null) return null
  return (
    <Suspense>
      {isOpen && (
        <DeleteDialog
          isOpen
          onClose={() => setIsOpen(false)}
          entity="Custom Variable"
          name={variable.variableName}
          usageOf={{ constructId }}
          onDelete={() => deleteCustomVariable(services, constructId)}
          onDeleted={(outcome) => void showNext({ id: 'custom-variables.show', args: {} }, outcome)}
        />
      )}
    </Suspense>
  )
}

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
  useEditAction(constructId === null ? null : open)
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
        <Suspense>
          <NamingDialog
            isOpen
            onClose={() => setRead(null)}
            title="Edit Custom Variable"
            naming={{ ...read.thing, version: read.version }}
            rule={VARIABLE_NAME}
            onSave={(naming, version) => save(constructId, naming, version)}
            readNow={() => readCustomVariable(services, constructId)}
          />
        </Suspense>
      )}
    </>
  )
}
