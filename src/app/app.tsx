import { type ComponentType, useState } from 'react'
import { Footer } from '#app/footer.tsx'
import { SessionGate, type SignedInProps } from '#app/session-gate.tsx'
import { TOAST_MILLISECONDS } from '#domain/limits.ts'
import { Toaster } from '#ui/overlays/toaster.tsx'
import styles from '#app/app.module.css'

/** The page: login or work, footer and toasts. */
export function App({ signedIn }: { signedIn: ComponentType<SignedInProps> }) {
  const [statusPlace, setStatusPlace] = useState<HTMLElement | null>(null)
  return (
    <div className={styles['app']}>
      <SessionGate signedIn={signedIn} statusPlace={statusPlace} />
      <Footer statusPlace={setStatusPlace} />
      <Toaster milliseconds={TOAST_MILLISECONDS} />
    </div>
  )
}
