import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { externalLoginAddress } from '#domain/external-login.ts'
import { userinfoErrorAtom } from '#entities/session/session.ts'
import { UserinfoError } from '#features/session/screens/login-screen.tsx'
import { buttonClass } from '#ui/button.tsx'
import styles from '#features/session/screens/login.module.css'

/** Waits until the latest input is in this page's address, the return address. */
const BEFORE_LEAVING_MILLISECONDS = 300

interface ExternalLoginScreenProps {
  login: string
  isReturning: boolean
}

/** Redirects to the external login with a return address; after a return without a session, only on request. */
export default function ExternalLoginScreen({ login, isReturning }: ExternalLoginScreenProps) {
  const hasFailed = useAtomValue(userinfoErrorAtom) !== null
  const [goesByItself] = useState(() => !hasFailed && mayLeaveUnasked(Date.now(), isReturning))

  useEffect(() => {
    if (!goesByItself) return undefined
    const timer = setTimeout(() => {
      noteLeaving(Date.now())
      window.location.assign(externalLoginAddress(login, window.location.href))
    }, BEFORE_LEAVING_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [goesByItself, login])

  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <div>
          <h1 className={styles['brand']}>DIVER</h1>
          <p className={styles['lead']} role="status">
            {goesByItself && (isReturning ? 'Your session has ended. ' : '')}
            {goesByItself && 'Opening the login page…'}
            {!goesByItself && !hasFailed && 'The login page returned no session.'}
          </p>
        </div>
        <UserinfoError />
        <a
          className={buttonClass({ variant: 'primary' })}
          href={externalLoginAddress(login, window.location.href)}
          onClick={() => noteLeaving(Date.now())}
        >
          Log in
        </a>
      </div>
    </main>
  )
}

const KEY = 'left-for-login'

const RECENT_MILLISECONDS = 60_000

/** Redirects within a minute; more indicate a loop. */
const RETURNS = 3

function leavings(now: number): readonly number[] {
  try {
    const times = (sessionStorage.getItem(KEY) ?? '').split(' ').map(Number)
    return times.filter((time) => now - time < RECENT_MILLISECONDS)
  } catch {
    return []
  }
}

/** Records in this tab that a redirect to the external login is under way. */
function noteLeaving(now: number): void {
  try {
    sessionStorage.setItem(KEY, [...leavings(now), now].join(' '))
  } catch {
    // Without storage, loop detection is up to the login page.
  }
}

/**
 * Whether to redirect without asking. A user who just returned without a session would loop; a session that ended
 * during work may redirect, up to a limit.
 */
function mayLeaveUnasked(now: number, isReturning: boolean): boolean {
  return leavings(now).length < (isReturning ? RETURNS : 1)
}
