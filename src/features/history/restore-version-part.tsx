import { useAtomValue, useSetAtom } from 'jotai'
import type { Invocation } from '#command-kit/declaration.ts'
import { useRunCommand } from '#command-kit/hooks.ts'
import { usage } from '#contract/usage.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { useSending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import type { ObjectVersion } from '#features/history/definition-fields.ts'
import { restoreVersion } from '#features/history/restore-version.ts'
import { historyOfAtom, type ObjectWithHistory } from '#features/history/use-cases.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { showError, showSuccess } from '#ui/overlays/toasts.ts'

interface RestoreVersionProps {
  object: ObjectWithHistory
  present: ObjectVersion
  version: ObjectVersion
  /** The version is the present one in all but its number. */
  isSame: boolean
}

/** Time to undo a restoration from its toast. Afterwards the history still has the version. */
const UNDO_MILLISECONDS = 10_000

/** Restores a version, with the objects that are run again. */
export function RestoreVersion({ object, present, version, isSame }: RestoreVersionProps) {
  const services = useServices()
  const run = useRunCommand()
  const close = useSetAtom(historyOfAtom)
  const isOffered = useAtomValue(isOfferedAtom)
  const isRedefined = contentOf(version) !== contentOf(present)
  const request = isRedefined && isOffered(usage) ? usesOf(object) : null
  const uses = useCall({ endpoint: usage, request, key: 'usage', staleTime: 0 })
  const isKnown = request === null || (uses.data !== undefined && !uses.isFetching)
  const dependants = request === null ? [] : (uses.data?.data ?? [])
  const { isSending, failure, send } = useSending((own: ObjectVersion) =>
    restoreVersion(services, { object, versionNo: own.versionNo, rerun: dependants.length > 0 }),
  )
  const show = async (id: number, name: string) => {
    const next = pageOf({ ...object, id }, name)
    if (id !== object.id || (object.kind === 'construct' && name !== present.definition.name)) await run(next)
  }
  const undo = async (id: number) => {
    const back = { object: { ...object, id }, versionNo: present.versionNo, rerun: dependants.length > 0 }
    const undone = await restoreVersion(services, back)
    if (undone.ok) await run(pageOf({ ...object, id: undone.value }, present.definition.name))
    else showError(undone.message)
  }
  const restore = async () => {
    const restored = await send(version)
    if (restored === null) return
    close(null)
    const { name } = version.definition
    showSuccess(`Version ${version.versionNo} of “${name}” restored.`, {
      label: 'Undo',
      run: () => void undo(restored.value),
      milliseconds: UNDO_MILLISECONDS,
    })
    await show(restored.value, name)
  }
  return (
    <>
      {dependants.length > 0 && (
        <Notice title="Run again too, with all that is built on them:">
          {dependants.map(({ name }) => name).join(', ')}
        </Notice>
      )}
      {failure && <Notice tone="error" title={failure.message} />}
      <div>
        <Button variant="primary" disabled={isSame || !isKnown} isBusy={isSending} onClick={() => void restore()}>
          Restore this version
        </Button>{' '}
        <Button onClick={() => close(null)}>Cancel</Button>
      </div>
    </>
  )
}

function contentOf({ definition: { cohort, construct } }: ObjectVersion): string {
  return JSON.stringify([cohort, construct])
}

function usesOf({ kind, id }: ObjectWithHistory) {
  if (kind === 'cohort') return { cohortId: id }
  return kind === 'construct' ? { constructId: id } : null
}

function pageOf({ kind, id }: ObjectWithHistory, name: string): Invocation {
  switch (kind) {
    case 'cohort':
      return { id: 'cohort.show', args: { cohortId: id } }
    case 'construct':
      return { id: 'variable.show', args: { variableName: name } }
    case 'varset':
      return { id: 'variable-set.show', args: { variableSetId: id } }
    case 'project':
      return { id: 'project.show', args: { projectId: id } }
  }
}
