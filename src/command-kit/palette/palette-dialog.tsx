import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import styles from '#command-kit/palette/palette.module.css'
import { questionPage } from '#command-kit/palette/palette-page.ts'
import { PalettePanel } from '#command-kit/palette/palette-panel.tsx'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'
import { Dialog } from '#ui/dialog.tsx'

/** The palette's one dialog, whichever page it shows. */
export function PaletteDialog() {
  const [{ isOpen, pages, opener }, setState] = useAtom(paletteAtom)
  const kit = useCommandKit()
  const input = useRef<HTMLInputElement>(null)
  // Once it is closed the state has forgotten, and only then is it asked.
  const returnTo = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (opener !== null) returnTo.current = opener
  }, [opener])
  const page = questionPage(kit, pages.at(-1))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setState(CLOSED)}
      title={page?.question.prompt ?? 'Command palette'}
      isTitleHidden
      initialFocus={() => input.current}
      finalFocus={() => returnTo.current}
      className={styles['dialog'] ?? ''}
    >
      <PalettePanel key={JSON.stringify(pages)} page={page} input={input} />
    </Dialog>
  )
}
