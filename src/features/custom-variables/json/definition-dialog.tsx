import { useState } from 'react'
import { COPY_REFUSED, copyText } from '#command-kit/clipboard.ts'
import type { ConstructDraft, Variable } from '#contract/shapes/entities.ts'
import { renamed } from '#contract/shapes/rename-variables.ts'
import { toWire } from '#contract/shapes/wire-names.ts'
import { useServices } from '#entities/server-state/services.ts'
import { lookUpVariables } from '#entities/variables/look-up-variables.ts'
import { VariablePicker } from '#entities/variables/variable-picker.tsx'
import { constructRequest } from '#features/custom-variables/draft-request.ts'
import { draftOfConstruct } from '#features/custom-variables/draft.ts'
import {
  readDefinition,
  type DefinitionError,
  type NamedVariable,
} from '#features/custom-variables/json/read-definition.ts'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'
import styles from '#features/custom-variables/json/definition-dialog.module.css'
import stack from '#ui/stack.module.css'

interface DefinitionDialogProps {
  builder: CustomVariableBuilder
  onClose: () => void
}

/** The definition as JSON, to copy or to edit; unknown variables are replaced by the user. */
export function DefinitionDialog({ builder, onClose }: DefinitionDialogProps) {
  const { draft, edit } = builder
  const { call } = useServices()
  const [text, setText] = useState(() => JSON.stringify(toWire(constructRequest(draft)), null, 2))
  const [errors, setErrors] = useState<readonly DefinitionError[]>([])
  const [unknown, setUnknown] = useState<readonly NamedVariable[]>([])
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})

  const copy = async () => {
    try {
      await copyText(text)
      showSuccess('Definition copied.')
    } catch {
      // The text is in the dialog.
      showError(`${COPY_REFUSED} Select the definition and copy it.`)
    }
  }
  const adopt = (construct: ConstructDraft, sources: readonly Variable[]) => {
    const next = draftOfConstruct(draft.kind, construct, sources)
    if (next === null) return setErrors([{ line: 1, message: 'A combine table cannot represent this definition.' }])
    edit(() => next)
    onClose()
  }
  const take = async () => {
    const read = readDefinition(text)
    setErrors(read.ok ? [] : read.errors)
    if (!read.ok) return setUnknown([])
    if (read.construct.constructType !== draft.kind) {
      return setErrors([{ line: 1, message: `construct_type: this builder makes "${draft.kind}".` }])
    }
    const wanted = read.names.map(({ name }) => names[name] ?? name)
    const found = await lookUpVariables(call, wanted)
    if (!found.ok) return setErrors([{ line: 1, message: found.message }])
    // The back end matches names in any case and returns its own spelling.
    const known = new Map(found.value.map((variable) => [variable.variableName.toUpperCase(), variable]))
    const variableOf = (name: string) => known.get((names[name] ?? name).toUpperCase())
    const missing = read.names.filter(({ name }) => variableOf(name) === undefined)
    setUnknown(missing)
    if (missing.length > 0) return
    const construct = renamed(read.construct, (name) => variableOf(name)?.variableName ?? name)
    adopt(
      construct,
      construct.variables.flatMap((name) => known.get(name.toUpperCase()) ?? []),
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Definition as JSON"
      className={styles['dialog'] ?? ''}
      actions={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button variant="primary" onClick={() => void take()}>
            Use this definition
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <TextField label="Definition" value={text} onChange={setText} isMultiline />
        {errors.length > 0 && (
          <div className={styles['errors']} role="alert">
            <ul>
              {errors.map(({ line, message }) => (
                <li key={`${line} ${message}`}>
                  Line {line}: {message}
                </li>
              ))}
            </ul>
          </div>
        )}
        {unknown.length > 0 && (
          <div className={stack['section']}>
            <p role="alert">These variables are unknown. Choose replacements, then use this definition.</p>
            {unknown.map(({ name, line }) => (
              <VariablePicker
                key={name}
                label={`Instead of ${name} (line ${line})`}
                variableName={names[name] ?? null}
                onChoose={(chosen) => setNames({ ...names, [name]: chosen })}
              />
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}
