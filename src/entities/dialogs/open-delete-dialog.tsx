import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import { usage } from '#contract/service.ts'
import type { Use } from '#contract/shapes/entities.ts'
import { trashRestore } from '#contract/trash.ts'
import { FormDialog } from '#entities/dialogs/form-dialog.tsx'
import type { DeleteDialogProps } from '#entities/dialogs/naming-dialog.tsx'
import { useUndoableDeletion } from '#entities/dialogs/undo-delete.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Notice } from '#ui/notice.tsx'

/** The delete modal of spec section 4: the user types the name. An item with dependents lists them at once. */
export default function OpenDeleteDialog(props: DeleteDialogProps) {
  const { isOpen, onClose, entity, name, usageOf, goesWithIt = [], onDelete, onDeleted } = props
  const [typed, setTyped] = useState('')
  const { isSending: isDeleting, failure, forgetFailure, send } = useSending(onDelete)
  const uses = useUses(usageOf, isOpen)
  const hasTrash = useAtomValue(isOfferedAtom)(trashRestore)
  const report = useUndoableDeletion(usageOf, name)
  const isUsed = uses !== null && uses.length > 0
  const isNamed = typed === name && !isUsed
  // Pressed while the dependents are not known yet.
  const [isAsked, setIsAsked] = useState(false)
  const [isRefused, setIsRefused] = useState(false)

  const wrongName = (text: string) => (text === name ? null : `This is not “${name}”.`)

  const close = () => {
    setTyped('')
    setIsAsked(false)
    setIsRefused(false)
    forgetFailure()
    onClose()
  }
  const deleteNow = async () => {
    const result = await send(undefined)
    setIsAsked(false)
    if (result === null) return
    close()
    onDeleted(report(entity))
  }
  const handleDelete = async () => {
    setIsRefused(!isNamed && !isUsed)
    if (!isNamed) return
    if (uses === null) setIsAsked(true)
    else await deleteNow()
  }
  const handleKnown = useEffectEvent(() => {
    if (isAsked && isNamed) void deleteNow()
  })
  useEffect(() => {
    if (uses === null) return
    // After the effect: the deletion changes the state.
    const timer = setTimeout(() => handleKnown())
    return () => clearTimeout(timer)
  }, [uses])

  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      title={`Delete ${entity}`}
      role="alertdialog"
      onSubmit={handleDelete}
      actions={
        <>
          <Button onClick={close}>{isUsed ? 'Close' : 'Cancel'}</Button>
          {!isUsed && (
            <Button
              variant="danger"
              disabled={!isNamed}
              isBusy={isDeleting || isAsked}
              onClick={() => void handleDelete()}
            >
              {isDeleting ? 'Deleting: this can take minutes' : `Delete ${entity}`}
            </Button>
          )}
        </>
      }
    >
      {failure && <Notice tone="error" title={failure.message} />}
      {isUsed ? (
        <UsedBy name={name} uses={uses} />
      ) : (
        <>
          <p>
            <strong>{name}</strong>{' '}
            {hasTrash ? 'will move to the trash, where it can be restored.' : 'will be deleted permanently.'}
          </p>
          {goesWithIt.length > 0 && (
            <Notice tone="warning" title="Deleted with it:">
              <ul>
                {goesWithIt.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Notice>
          )}
          <TextField
            label={`Type “${name}” to confirm`}
            value={typed}
            onChange={(text) => {
              setTyped(text)
              setIsAsked(false)
              setIsRefused(false)
            }}
            problemOf={(text) => (text === '' ? null : wrongName(text))}
            refusal={isRefused ? wrongName(typed) : null}
            hint={uses === null ? 'Checking dependencies…' : undefined}
            startsFocused
          />
        </>
      )}
    </FormDialog>
  )
}

/** The item's dependents; null while loading, empty if the back end does not report them. */
function useUses(usageOf: DeleteDialogProps['usageOf'], isOpen: boolean): readonly Use[] | null {
  const isSupported = useAtomValue(isOfferedAtom)(usage)
  const uses = useCall({ endpoint: usage, request: isSupported && isOpen ? usageOf : null, key: 'usage', staleTime: 0 })
  if (!isSupported || uses.isError) return NO_USES
  return uses.data && !uses.isFetching ? uses.data.data : null
}

const NO_USES: readonly Use[] = []

const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ['construct', 'custom variable'],
  ['varset', 'variable set'],
])

interface UsedByProps {
  name: string
  uses: readonly Use[]
}

/** Why an item cannot be deleted: its dependents, as links. */
function UsedBy({ name, uses }: UsedByProps) {
  return (
    <Notice tone="warning" title={`“${name}” is in use. First delete the following.`}>
      <ul>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id}`}>
            {KIND_WORDS.get(use.kind) ?? use.kind}: <UseLink use={use} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function UseLink({ use: { kind, id, name } }: { use: Use }) {
  if (kind === 'cohort') {
    return (
      <CommandLink id="cohort.show" args={{ cohortId: id }}>
        {name}
      </CommandLink>
    )
  }
  if (kind === 'varset') {
    return (
      <CommandLink id="variable-set.show" args={{ variableSetId: id }}>
        {name}
      </CommandLink>
    )
  }
  return (
    <CommandLink id="variable.show" args={{ variableName: name }}>
      {name}
    </CommandLink>
  )
}
