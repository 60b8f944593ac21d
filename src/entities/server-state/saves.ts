import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, type Failure, type Result } from '#api/result.ts'
import { merged, type Edited } from '#domain/merge-edits.ts'
import { valueOrThrow } from '#entities/server-state/resource.ts'
import { useServices } from '#entities/server-state/services.ts'

export interface Sending<Input, Value> {
  readonly isSending: boolean
  /** Why the last change was rejected; null from the next one on. */
  readonly failure: Failure | null
  readonly forgetFailure: () => void
  /** Resolves to the result, or to null if the change was rejected or another one is pending. */
  readonly send: (input: Input) => Promise<{ readonly value: Value } | null>
}

/** Sends one change at a time and keeps its error. */
export function useSending<Input, Value>(change: (input: Input) => Promise<Result<Value>>): Sending<Input, Value> {
  const { queryClient } = useServices()
  const isUnderWay = useRef(false)
  const { mutateAsync, isPending, error, reset } = useMutation(
    {
      mutationFn: async (input: Input) => valueOrThrow(await change(input)),
      // The request itself waits for the connection; passwords do not stay in the cache.
      networkMode: 'always',
      gcTime: 0,
    },
    queryClient,
  )
  const send = async (input: Input) => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    try {
      return { value: await mutateAsync(input) }
    } catch (thrown) {
      if (thrown instanceof ApiError) return null
      throw thrown
    } finally {
      isUnderWay.current = false
    }
  }
  const failure = error instanceof ApiError ? error.failure : null
  return { isSending: isPending, failure, forgetFailure: reset, send }
}

/** A saved item and its version at the time of reading. */
export interface Read<Thing extends Edited> {
  readonly thing: Thing
  /** The version, if the back end has versions. */
  readonly version: string | null
}

/** A conflict with the edit of another user or tab. */
export interface Conflict<Thing extends Edited> {
  /** The saved state. */
  readonly theirs: Thing
  readonly bothWith: (mine: Thing) => Thing
}

interface VersionedSave<Thing extends Edited, Saved> {
  /** The state at the start of the edit. */
  readonly base: Read<Thing>
  readonly save: (thing: Thing, version: string | null) => Promise<Result<Saved>>
  /** Reads the saved state. */
  readonly readNow: () => Promise<Result<Read<Thing>>>
  readonly onSaved: (saved: Saved) => void
}

const PRECONDITION_FAILED = 412

/** Saves an edit; after a version conflict (412), compares the edit with the saved state. */
export function useVersionedSave<Thing extends Edited, Saved>({
  base,
  save,
  readNow,
  onSaved,
}: VersionedSave<Thing, Saved>) {
  const [theirs, setTheirs] = useState<Read<Thing> | null>(null)
  const { isSending, failure, forgetFailure, send } = useSending(
    async (mine: Thing): Promise<Result<{ readonly saved: Saved } | { readonly now: Read<Thing> }>> => {
      const saved = await save(mine, (theirs ?? base).version)
      if (saved.ok) return { ok: true, value: { saved: saved.value } }
      const now = saved.status === PRECONDITION_FAILED ? await readNow() : saved
      return now.ok ? { ok: true, value: { now: now.value } } : now
    },
  )
  const trySave = async (mine: Thing) => {
    const sent = await send(mine)
    if (sent === null) return
    if ('saved' in sent.value) onSaved(sent.value.saved)
    else setTheirs(sent.value.now)
  }
  const conflict: Conflict<Thing> | null = theirs && {
    theirs: theirs.thing,
    bothWith: (mine) => merged({ base: base.thing, theirs: theirs.thing, mine }),
  }
  return { isSaving: isSending, failure, forgetFailure, save: trySave, conflict }
}
