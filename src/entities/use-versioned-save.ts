import { useState } from 'react'
import type { Failure, Result } from '#api/result.ts'
import { merged, type Edited } from '#domain/merge-edits.ts'

/** A saved thing as it was read. */
export interface Read<Thing extends Edited> {
  readonly thing: Thing
  /** Its stamp, where the back end gives one. */
  readonly version: string | null
}

/** Where somebody else was first. */
export interface Conflict<Thing extends Edited> {
  /** What is saved now. */
  readonly theirs: Thing
  readonly bothWith: (mine: Thing) => Thing
}

interface VersionedSave<Thing extends Edited, Saved> {
  /** What the edit began from. */
  readonly base: Read<Thing>
  readonly save: (thing: Thing, version: string | null) => Promise<Result<Saved>>
  /** Reads what is saved now. */
  readonly readNow: () => Promise<Result<Read<Thing>>>
  readonly onSaved: (saved: Saved) => void
}

const PRECONDITION_FAILED = 412

/** Saves an edit; where the thing was changed since it was read, what is saved now is held against it. */
export function useVersionedSave<Thing extends Edited, Saved>({
  base,
  save,
  readNow,
  onSaved,
}: VersionedSave<Thing, Saved>) {
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [theirs, setTheirs] = useState<Read<Thing> | null>(null)

  const trySave = async (mine: Thing) => {
    if (isSaving) return
    setIsSaving(true)
    setFailure(null)
    const saved = await save(mine, (theirs ?? base).version)
    const now = !saved.ok && saved.status === PRECONDITION_FAILED ? await readNow() : null
    setIsSaving(false)
    if (saved.ok) onSaved(saved.value)
    else if (now?.ok) setTheirs(now.value)
    else setFailure(now ?? saved)
  }
  const conflict: Conflict<Thing> | null = theirs && {
    theirs: theirs.thing,
    bothWith: (mine) => merged({ base: base.thing, theirs: theirs.thing, mine }),
  }
  return { isSaving, failure, forgetFailure: () => setFailure(null), save: trySave, conflict }
}
