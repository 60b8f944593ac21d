import { useAtom } from 'jotai'
import { fillFromPanes, isComplete, withArgument } from '#command-kit/arguments.ts'
import type { Where } from '#command-kit/context.ts'
import type { Invocation } from '#command-kit/declaration.ts'
import { useCommandContext, useCommandKit } from '#command-kit/hooks.ts'
import type { QuestionPage } from '#command-kit/palette/palette-page.ts'
import type { PaletteRow } from '#command-kit/palette/palette-rows.ts'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'
import { countUse } from '#command-kit/usage.ts'

export interface PaletteActions {
  readonly choose: (row: PaletteRow, where: Where) => void
  readonly goBack: () => void
}

export function usePaletteActions(page: QuestionPage | null): PaletteActions {
  const kit = useCommandKit()
  const context = useCommandContext('palette')
  const [{ where: asked }, setState] = useAtom(paletteAtom)

  /** Closed first, so that the focus is restored before the command moves it. */
  const closeAndRun = (invocation: Invocation, where: Where) => {
    setState(CLOSED)
    setTimeout(() => void kit.run(invocation, where, 'palette'))
  }
  const isAsking = (invocation: Invocation) => {
    const command = kit.registry.command(invocation.id)
    const filled = fillFromPanes(command, invocation, context).at(-1) ?? invocation
    return !isComplete(command, filled.args, 'palette')
  }

  return {
    choose: (row, wanted) => {
      const where = wanted === 'beside' ? wanted : asked
      if (row.because !== undefined) return
      if (row.kind === 'command') {
        if (isAsking(row.invocation)) context.palette.ask(row.invocation, where)
        else closeAndRun(row.invocation, where)
        return
      }
      countUse(kit.store, kit.username, row.key)
      if (page === null) {
        closeAndRun(row.source.toInvocation(row.row.value), where)
        return
      }
      const next = withArgument(page.invocation, page.question, row.row.value)
      if (isComplete(kit.registry.command(next.id), next.args, 'palette')) {
        closeAndRun(next, where)
      } else {
        setState((state) => ({ ...state, pages: [...state.pages, next] }))
      }
    },
    goBack: () => setState((state) => ({ ...state, pages: state.pages.slice(0, -1) })),
  }
}
