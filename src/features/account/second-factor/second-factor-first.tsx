import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { TITLE_SUFFIX } from '#domain/messages.ts'
import { SecondFactorSteps, TITLES } from '#features/account/second-factor/second-factor-steps.tsx'
import { secondFactorStepAtom, type SecondFactorStep } from '#features/account/second-factor/state.ts'
import styles from '#features/account/second-factor/second-factor.module.css'
import stack from '#ui/stack.module.css'

const FIRST: SecondFactorStep = { kind: 'turn-on' }

/** Replaces the workspace until the account has a second factor. */
export function SecondFactorFirst() {
  const begun = useAtomValue(secondFactorStepAtom)
  const step = begun?.kind === 'secret' || begun?.kind === 'codes' ? begun : FIRST
  const title = TITLES[step.kind]

  useEffect(() => {
    const titleOfTheWork = document.title
    document.title = `${title}${TITLE_SUFFIX}`
    return () => {
      document.title = titleOfTheWork
    }
  }, [title])

  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <div className={styles['lead']}>
          <h1>{title}</h1>
          {step.kind !== 'codes' && (
            <p className={stack['muted']}>
              This server requires a second factor before you can continue. You need your password and an authenticator
              app.
            </p>
          )}
        </div>
        <SecondFactorSteps step={step} />
        {step.kind !== 'codes' && (
          <div>
            <CommandButton id="session.log-out" args={{}} />
          </div>
        )}
      </div>
    </main>
  )
}
