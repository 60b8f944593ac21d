import { lazy, Suspense, useState } from 'react'
import { definitionWords } from '#contract/shapes/definition-words.ts'
import type { Variable } from '#contract/shapes/entities.ts'
import { deleteCustomVariable } from '#entities/custom-variables/custom-variables.ts'
import { DeleteDialog } from '#entities/dialogs/naming-dialog.tsx'
import { useServices } from '#entities/server-state/services.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useNextScreen } from '#workspace/use-next-screen.ts'
import stack from '#ui/stack.module.css'

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
    <DeleteDialog
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      entity="Custom Variable"
      name={variable.variableName}
      usageOf={{ constructId }}
      onDelete={() => deleteCustomVariable(services, constructId)}
      onDeleted={(outcome) => void showNext({ id: 'custom-variables.show', args: {} }, outcome)}
    />
  )
}
