import { type ComponentType, useState } from 'react'
import { Footer } from '#app/footer.tsx'
import { OnceIdle } from '#app/once-idle.tsx'
import { SessionGate, type SignedInProps } from '#app/session-gate.tsx'
import { TOAST_MILLISECONDS } from '#domain/limits.ts'
import { late } from '#ui/late.ts'
import styles from '#app/app.module.css'

/** Without it, texts in place still report failures. */
const Toaster = late(() => import('#ui/overlays/toaster.tsx'))

/** The page: login or work, footer and toasts. */
export function App({ signedIn }: { signedIn: ComponentType<SignedInProps> }) {
  const [statusPlace, setStatusPlace] = useState<HTMLElement | null>(null)
  return (
    <div className={styles['app']}>
      <SessionGate signedIn={signedIn} statusPlace={statusPlace} />
      <Footer statusPlace={setStatusPlace} />
      <OnceIdle>
        <Toaster milliseconds={TOAST_MILLISECONDS} />
      </OnceIdle>
    </div>
  )
}
