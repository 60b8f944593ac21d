import { useAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import type { PaneAction } from '#command-kit/context.ts'
import type { QuickLookProps } from '#workspace/lists/quick-look-card.tsx'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { screenState } from '#workspace/screen-state.ts'

const QuickLookCard = lazy(async () => ({
  default: (await import('#workspace/lists/quick-look-card.tsx')).QuickLookCard,
}))

const isOpenAtom = screenState(false)

/** The open state of the pane's card, and the action that toggles it. */
export function useQuickLook(available: PaneAction['available']) {
  const [isOpen, setIsOpen] = useAtom(isOpenAtom(usePaneId()))
  return {
    isOpen,
    close: () => setIsOpen(false),
    action: { available, run: () => setIsOpen(!isOpen) } satisfies PaneAction,
  }
}

/** The card of the active row, loaded on first use. */
export function QuickLook(props: QuickLookProps) {
  return (
    <Suspense>
      <QuickLookCard {...props} />
    </Suspense>
  )
}
