import styles from '#app/app.module.css'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Footer } from '#app/footer.tsx'
import { late } from '#ui/late.ts'
import { SessionGate, type SignedInApp } from '#app/session-gate.tsx'
import { whenIdle } from '#app/when-idle.ts'
import { TOAST_MILLISECONDS } from '#domain/limits.ts'

/** Without it, texts in place still report failures. */
const Toaster = late(() => import('#ui/overlays/toaster.tsx'))

/** The page: login or work, footer and toasts. */
export function App({ signedIn }: { signedIn: SignedInApp }) {
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

/** Renders its children once the page is idle. */
function OnceIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle && <Suspense>{children}</Suspense>
}
