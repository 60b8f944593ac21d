import { useState } from 'react'
import type { Result } from '#api/result.ts'
import { merged, type Edited } from '#domain/merge-edits.ts'
import { useSending } from '#entities/use-sending.ts'

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
