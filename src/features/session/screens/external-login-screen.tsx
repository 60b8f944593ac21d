import styles from '#features/session/screens/login.module.css'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { externalLoginAddress } from '#domain/external-login.ts'
import { userinfoErrorAtom } from '#entities/session.ts'
import { UserinfoError } from '#features/session/screens/userinfo-error.tsx'
import { buttonClass } from '#ui/button.tsx'

/** Long enough for what was typed last to be in this page's address, to which one comes back. */
const BEFORE_LEAVING_MILLISECONDS = 300

interface ExternalLoginScreenProps {
  /** The address of the login. */
  login: string
  isReturning: boolean
}

/** Takes one to the login elsewhere and so back here; where one came from there without a session, only on request. */
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
            {goesByItself && 'Taking you to the login page…'}
            {!goesByItself && !hasFailed && 'You came back from the login page without a session.'}
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

/** A session that ends again and again within a minute is none to work with. */
const RETURNS = 3

function leavings(now: number): readonly number[] {
  try {
    const times = (sessionStorage.getItem(KEY) ?? '').split(' ').map(Number)
    return times.filter((time) => now - time < RECENT_MILLISECONDS)
  } catch {
    return []
  }
}

/** Remembers, for this tab, that somebody is being taken to a login elsewhere. */
function noteLeaving(now: number): void {
  try {
    sessionStorage.setItem(KEY, [...leavings(now), now].join(' '))
  } catch {
    // Where nothing is kept, the login page is trusted to end its rounds.
  }
}

/**
 * Whether to take somebody to a login elsewhere unasked. Who was there a moment ago and has no session was sent back,
 * and would go round in circles; a session that ended in the middle of work is another matter, up to a point.
 */
function mayLeaveUnasked(now: number, isReturning: boolean): boolean {
  return leavings(now).length < (isReturning ? RETURNS : 1)
}
