import { useAtom } from 'jotai'
import { useCallback, useRef } from 'react'
import { useCommandKit } from '#command-kit/hooks.ts'
import { questionPage } from '#command-kit/palette/palette-page.ts'
import { PalettePanel } from '#command-kit/palette/palette-panel.tsx'
import { CLOSED, paletteAtom } from '#command-kit/palette/palette-state.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import styles from '#command-kit/palette/palette.module.css'

export function PaletteDialog() {
  const [{ isOpen, pages, thing }, setState] = useAtom(paletteAtom)
  const kit = useCommandKit()
  const input = useRef<HTMLInputElement>(null)
  const returnTo = useRef<HTMLElement | null>(null)
  const noteBefore = useCallback((element: HTMLElement) => {
    returnTo.current = element
  }, [])
  const page = questionPage(kit, pages.at(-1))
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setState(CLOSED)}
      title={page?.question.prompt ?? (thing ? `Actions of ${thing.title}` : 'Command palette')}
      isTitleHidden
      isAbove
      initialFocus={() => input.current}
      finalFocus={() => returnTo.current}
      className={styles['dialog'] ?? ''}
    >
      <PalettePanel
        key={JSON.stringify([pages, thing])}
        page={page}
        thing={thing}
        input={input}
        onTakeFocus={noteBefore}
      />
    </Dialog>
  )
}
