import { useAtomValue } from 'jotai'
import { lazy, Suspense, type ReactNode } from 'react'
import { secondFactorAtom } from '#entities/session.ts'

const SecondFactorFirst = lazy(async () => ({
  default: (await import('#features/account/second-factor/second-factor-first.tsx')).SecondFactorFirst,
}))

/** Where a factor is required, nothing but the way to one is shown to who has none. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const factor = useAtomValue(secondFactorAtom)
  if (!factor?.isRequired || factor.isOn) return children
  return (
    <Suspense>
      <SecondFactorFirst />
    </Suspense>
  )
}
