import type { CSSProperties } from 'react'
import { Toaster as SonnerToaster, type ToasterProps } from 'sonner'
import 'sonner/dist/styles.css'
import styles from '#ui/toaster.module.css'
import { useMedia } from '#ui/use-media.ts'

/** As wide as their words. */
const LOOK: CSSProperties = {
  width: 'max-content',
  maxWidth: '100%',
  minHeight: 36,
  padding: '6px 12px',
}
/** In the line of a page's title, between that and its buttons: they cover no control. */
const WIDE: ToasterProps = {
  position: 'top-right',
  offset: { top: 48, right: 128 },
  toastOptions: { style: { ...LOOK, right: 0, left: 'auto' } },
}
const EDGE = 16
const BOTTOM = { bottom: 40, left: EDGE, right: EDGE }
/** One pane, whose title and way up take all of that line: above the footer, where thumbs are. */
const NARROW: ToasterProps = {
  position: 'bottom-center',
  offset: BOTTOM,
  mobileOffset: BOTTOM,
  style: { maxWidth: `calc(100vw - ${2 * EDGE}px)` },
  toastOptions: { style: { ...LOOK, marginInline: 'auto', right: 0, left: 0 } },
}

/** Where toasts appear, for as long as the product says. */
export function Toaster({ milliseconds }: { milliseconds: number }) {
  const isNarrow = useMedia('(width < 900px)')
  return (
    <SonnerToaster
      {...(isNarrow ? NARROW : WIDE)}
      duration={milliseconds}
      closeButton
      theme="system"
      className={styles['toaster'] ?? ''}
    />
  )
}
