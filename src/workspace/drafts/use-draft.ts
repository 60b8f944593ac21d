import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { useCommandContext } from '#command-kit/hooks.ts'
import {
  changed,
  redone,
  undone,
  UNCHANGED,
  removeDraft,
  writeDraft,
  draftAtom,
  draftIdIn,
  mintDraftId,
  withDraft,
  type DraftHistory,
  type LoadedDraft,
} from '#workspace/drafts/draft-storage.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { paneNoticeAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'

export interface Draft<Value> {
  readonly draft: Value
  /** `what` names the field: typing in one field is one undo step. */
  readonly setDraft: (next: Value, what?: string) => void
  /** Whether it differs from what the builder began with. */
  readonly isChanged: boolean
  /** Deletes the draft, once it is saved. */
  readonly discard: () => void
  /** The last applied state; stored with the draft, so that the applied preview is restored. */
  readonly applied: string | undefined
  readonly storeApplied: (applied: string) => void
}

/**
 * The draft of a builder. From the first change on its id is in the pane's URL and its value in localStorage: Back,
 * reload, reopening and login restore it. An unknown id starts empty. Offers undo and redo to the pane's commands.
 */
export function useDraft<Value>(schema: v.GenericSchema<unknown, Value>, initial: Value): Draft<Value> {
  const [params, setParams] = useSearchParams()
  const { pathname, search } = useLocation()
  const store = useStore()
  const { user, project } = useCommandContext()
  const username = user?.username ?? ''
  const id = draftIdIn(params)
  const { projectId, history, applied } = useAtomValue(draftAtom({ username, id }))
  const stored = useMemo(() => readDraft(schema, history.present), [schema, history.present])
  const isChanged = useMemo(
    () => stored !== undefined && JSON.stringify(stored) !== JSON.stringify(readDraft(schema, initial)),
    [schema, stored, initial],
  )

  // Two changes may precede the URL's update with the new id.
  const address = `${pathname}${search}`
  const named = useRef({ address: '', id: '' })

  const storeDraft = (draftId: string, change: (before: LoadedDraft) => Partial<LoadedDraft>) => {
    const atom = draftAtom({ username, id: draftId })
    const before = store.get(atom)
    const kept: LoadedDraft = {
      ...before,
      projectId: before.projectId ?? project?.projectId ?? null,
      ...change(before),
    }
    store.set(atom, kept)
    if (kept.history.present === undefined) removeDraft(username, draftId)
    else writeDraft(username, draftId, { ...kept, path: pathname, value: kept.history.present }, Date.now())
  }
  const write = (draftId: string, step: (history: DraftHistory) => DraftHistory) =>
    storeDraft(draftId, ({ history: before }) => ({ history: step(before) }))
  // Read when called, not while rendering: the id may be newer than the URL.
  const draftIdNow = () => id ?? (named.current.address === address ? named.current.id : null)
  const setDraft = (next: Value, what?: string) => {
    const draftId = draftIdNow() ?? mintDraftId()
    write(draftId, (before) => changed(before, next, Date.now(), what))
    if (id !== null) return
    named.current = { address, id: draftId }
    setParams((current) => withDraft(current, draftId), { replace: true })
  }

  usePaneActions({
    'form.undo': {
      available: history.past.length > 0 || { because: 'There is nothing to undo.' },
      run: () => (id === null ? undefined : write(id, undone)),
    },
    'form.redo': {
      available: history.future.length > 0 || { because: 'There is nothing to redo.' },
      run: () => (id === null ? undefined : write(id, redone)),
    },
  })
  useProjectNotice(projectId)

  return {
    draft: stored ?? initial,
    setDraft,
    isChanged,
    discard: () => {
      const draftId = draftIdNow()
      if (draftId !== null) storeDraft(draftId, () => ({ history: UNCHANGED, applied: undefined }))
    },
    applied,
    storeApplied: (what) => {
      // An unchanged draft is not stored.
      if (id !== null) storeDraft(id, () => ({ applied: what }))
    },
  }
}

function readDraft<Value>(schema: v.GenericSchema<unknown, Value>, value: unknown): Value | undefined {
  const parsed = v.safeParse(schema, value)
  return parsed.success ? parsed.output : undefined
}

/** Warns if the draft was started in another project than the current one. */
function useProjectNotice(startedIn: number | null): void {
  const setNotice = useSetAtom(paneNoticeAtom(usePaneId()))
  const { project } = useCommandContext()
  const isElsewhere = startedIn !== null && project !== null && startedIn !== project.projectId
  const notice = isElsewhere
    ? `Started in another project. If you save now, it is saved in the project “${project.name}”.`
    : ''
  useEffect(() => {
    setNotice(notice)
    return () => setNotice('')
  }, [setNotice, notice])
}
