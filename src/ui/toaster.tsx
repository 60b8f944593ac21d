import { Toaster as SonnerToaster } from 'sonner'
import 'sonner/dist/styles.css'

/** Where toasts appear: top right, for as long as the product says. */
export function Toaster({ milliseconds }: { milliseconds: number }) {
  return <SonnerToaster position="top-right" duration={milliseconds} closeButton theme="system" />
}
