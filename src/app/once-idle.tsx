import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { whenIdle } from '#app/when-idle.ts'

/** Loads and renders parts that no first screen shows, once the page is idle. */
export function OnceIdle({ children }: { children: ReactNode }) {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle && <Suspense>{children}</Suspense>
}
