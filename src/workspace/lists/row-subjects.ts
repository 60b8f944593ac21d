import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { Invocation, Origin, Subject } from '#command-kit/declaration.ts'
import { useRegistry, useStableValue } from '#command-kit/hooks.ts'
import { rowSubjectsAtom } from '#workspace/lists/row-state.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'

const NONE: readonly Subject[] = []

/** A row that keys act on; `from` is set for one of another list. */
export interface ActedRow {
  readonly invocation: Invocation
  readonly from?: Origin
}

/** Offers rows to commands: builders start from them. */
export function useRowSubjects(rows: readonly ActedRow[]): void {
  const registry = useRegistry()
  const setSubjects = useSetAtom(rowSubjectsAtom(usePaneId()))
  const subjects = useStableValue(
    rows.flatMap(({ invocation, ...origin }): Subject[] => {
      const subject = registry.subjectOf(registry.addressOf(invocation) ?? '')
      return subject === undefined ? [] : [{ ...subject, ...origin }]
    }),
  )
  useEffect(() => {
    setSubjects(subjects)
    return () => setSubjects(NONE)
  }, [setSubjects, subjects])
}
