import { useAtomValue } from 'jotai'
import { lazy, Suspense, type ReactNode } from 'react'
import { secondFactorAtom } from '#entities/session.ts'

const SecondFactorFirst = lazy(async () => ({
  default: (await import('#features/account/second-factor/second-factor-first.tsx')).SecondFactorFirst,
}))

/** If a factor is required, a user without one sees only its enrolment. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const factor = useAtomValue(secondFactorAtom)
  if (!factor?.isRequired || factor.isOn) return children
  return (
    <Suspense>
      <SecondFactorFirst />
    </Suspense>
  )
}
