import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { TITLE_SUFFIX } from '#domain/messages.ts'
import { focusedIdAtom } from '#workspace/pane-atoms.ts'
import { usePaneHeading } from '#workspace/pane-heading.ts'

/** Keeps the document's title that of the focused pane (spec section 1: titles end with the product's suffix). */
export function DocumentTitle() {
  const heading = usePaneHeading(useAtomValue(focusedIdAtom))
  useEffect(() => {
    document.title = `${heading}${TITLE_SUFFIX}`
  }, [heading])
  return null
}
