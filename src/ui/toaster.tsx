import { Toaster as SonnerToaster } from 'sonner'
import 'sonner/dist/styles.css'

/** As wide as their words, and in the line of a page's title, between that and its buttons: they cover no control. */
const LOOK = { width: 'max-content', maxWidth: '100%', minHeight: 36, padding: '6px 12px', right: 0, left: 'auto' }
const PLACE = { top: 48, right: 128 }
const NARROW_PLACE = { top: 85, right: 88, left: 16 }
const WHOLE = { maxWidth: `calc(100vw - ${NARROW_PLACE.left + NARROW_PLACE.right}px)` }

/** Where toasts appear: top right, for as long as the product says. */
export function Toaster({ milliseconds }: { milliseconds: number }) {
  return (
    <SonnerToaster
      position="top-right"
      duration={milliseconds}
      closeButton
      theme="system"
      offset={PLACE}
      mobileOffset={NARROW_PLACE}
      style={WHOLE}
      toastOptions={{ style: LOOK }}
    />
  )
}
