import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { useCommandContext } from '#command-kit/hooks.ts'
import { draftIdIn, keyOf, Stored, withDraft } from '#workspace/drafts/draft-storage.ts'
import { readStored, storedKeys } from '#workspace/drafts/idempotency-keys.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { paneAtom, usePaneId, workspaceAtom } from '#workspace/panes/pane-atoms.ts'

/** A builder without a draft leads to the last one of its page that was left unsaved and that no pane shows. */
export function ResumeDraft() {
  const url = useAtomValue(paneAtom(usePaneId()))?.url ?? ''
  const { panes } = useAtomValue(workspaceAtom)
  const { user, workspace } = useCommandContext()
  const [path = '', search] = url.split('?', 2)
  const query = new URLSearchParams(search)
  const shown = panes.map((pane) => draftIdIn(new URLSearchParams(pane.url.split('?', 2)[1]))).join()
  const isEmpty = draftIdIn(query) === null
  const username = user?.username ?? ''
  const draft = useMemo(
    () => (isEmpty ? latestDraft(username, path, shown.split(',')) : null),
    [isEmpty, username, path, shown],
  )
  usePaneActions(
    draft === null
      ? {}
      : {
          'form.resume-draft': {
            available: true,
            run: () => workspace.open(`${path}?${withDraft(query, draft).toString()}`, 'here'),
          },
        },
  )
  return draft === null ? null : <CommandButton id="form.resume-draft" args={NOTHING} size="small" />
}

const NOTHING = {}

/** The id of the last changed draft of a builder's page, but those in `open`; null if there is none. */
export function latestDraft(username: string, path: string, open: readonly (string | null)[]): string | null {
  const ids = storedKeys(keyOf(username, '')).map((key) => key.slice(keyOf(username, '').length))
  const drafts = ids.flatMap((id) => {
    const stored = open.includes(id) ? null : readStored(keyOf(username, id), Stored)
    return stored?.path === path ? [{ id, at: stored.at }] : []
  })
  return drafts.toSorted((one, other) => other.at - one.at)[0]?.id ?? null
}
