import { useState } from 'react'
import { freeName, type NameRule } from '#domain/names.ts'
import { foldText } from '#domain/text.ts'

interface Naming {
  /** The name in the draft; null for the suggested one, which follows the definition. */
  readonly kept: string | null
  /** Made from the definition; empty while there is none. */
  readonly suggestion: string
  readonly rule: NameRule
  /** Names in use, folded and trimmed. */
  readonly taken: ReadonlySet<string>
}

/** The name of a draft: entered, or suggested and free. */
export function useSuggestedName({ kept, suggestion, rule, taken }: Naming) {
  const isTaken = (name: string) => taken.has(foldText(name.trim()))
  // A retry sends the same name, even if the list meanwhile has it from a save whose response was lost.
  const [sent, setSent] = useState<{ suggestion: string; name: string } | null>(null)
  const suggested = sent?.suggestion === suggestion ? sent.name : freeName(suggestion, rule, isTaken)
  const name = kept ?? suggested
  return {
    name,
    /** Whether another thing has the name. */
    isTaken: (asked: string) => isTaken(asked) && asked !== sent?.name,
    beforeSending: () => {
      if (kept === null) setSent({ suggestion, name })
    },
  }
}
