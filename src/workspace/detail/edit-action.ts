import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCommandContext } from '#command-kit/hooks.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'

/** The URL of a page that edits as soon as it is shown. */
export function withEdit(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}edit=1`
}

/** Handles the command Edit, and runs it once for a URL that asks for it. Null: there is nothing to edit. */
export function useEditAction(run: (() => void | Promise<void>) | null): void {
  const [params, setParams] = useSearchParams()
  const { toast } = useCommandContext()
  const isAsked = params.has('edit')
  usePaneActions(run === null ? {} : { 'form.edit': { available: true, run } })
  useEffect(() => {
    if (!isAsked) return
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete('edit')
        return next
      },
      { replace: true },
    )
    if (run === null) toast.error('There is nothing to edit on this page.')
    else void run()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each URL that asks
  }, [isAsked])
}
