import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { Invocation, Subject } from '#command-kit/declaration.ts'
import { useRegistry, useStableValue } from '#command-kit/hooks.ts'
import { rowSubjectsAtom } from '#workspace/lists/row-state.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'

const NONE: readonly Subject[] = []

/** Offers rows to commands: builders start from them. */
export function useRowSubjects(invocations: readonly Invocation[]): void {
  const registry = useRegistry()
  const setSubjects = useSetAtom(rowSubjectsAtom(usePaneId()))
  const subjects = useStableValue(
    invocations.flatMap((invocation) => registry.subjectOf(registry.addressOf(invocation) ?? '') ?? []),
  )
  useEffect(() => {
    setSubjects(subjects)
    return () => setSubjects(NONE)
  }, [setSubjects, subjects])
}
