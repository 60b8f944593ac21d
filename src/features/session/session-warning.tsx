import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { SESSION_WARNING_SECONDS } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { callAtom } from '#entities/server-state/services.ts'
import { userAtom, userinfoAtom } from '#entities/session/session.ts'
import { lastAnswer } from '#features/session/last-response.ts'
import { stayLoggedIn } from '#features/session/log-in.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

const LOOK_MILLISECONDS = 1_000
/** Announces in steps: screen readers cannot follow every second. */
const STEP_SECONDS = 30

/** Warns of the session's end and lets the user extend it (WCAG 2.2.1); typed text stays either way. */
export function SessionWarning() {
  const end = useSessionEnd()
  const [isLeft, setIsLeft] = useState(false)
  const stay = useRef<HTMLDivElement>(null)
  if (end === null && isLeft) setIsLeft(false)
  if (end === null || isLeft) return null
  const steps = Math.ceil(end.secondsLeft / STEP_SECONDS) * STEP_SECONDS
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Your session is about to end"
      onClose={() => setIsLeft(true)}
      initialFocus={() => stay.current?.querySelector('button') ?? null}
      actions={
        <div ref={stay}>
          {end.canStay ? (
            <CommandButton id="session.stay" args={{}} variant="primary" />
          ) : (
            <Button variant="primary" onClick={() => setIsLeft(true)}>
              Continue
            </Button>
          )}
        </div>
      }
    >
      <p aria-live="polite">
        {end.canStay ? 'You have been inactive for a while' : 'You have been logged in for a long time'}: you will be
        logged out within {countOf(steps, 'second')}. Your unsaved work is kept for your next login.
      </p>
    </Dialog>
  )
}

/** Checks the time, and refetches the user once the session has ended. */
function useSessionEnd(): SessionEnd | null {
  const { data } = useAtomValue(userinfoAtom)
  const isSignedIn = useAtomValue(userAtom) !== null
  const { call } = useAtomValue(callAtom)
  const store = useStore()
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const session = isSignedIn ? (data?.session ?? null) : null
  const isOver = end?.secondsLeft === 0

  useEffect(() => {
    if (!session) return undefined
    const readAt = Date.now()
    const endsAt = readAt + session.secondsLeft * 1000
    const look = () => {
      const times = { idleSeconds: session.idleSeconds, answeredAt: Math.max(lastAnswer(), readAt), endsAt }
      const next = sessionEnd(times, Date.now())
      setEnd((before) =>
        before?.secondsLeft === next?.secondsLeft && before?.canStay === next?.canStay ? before : next,
      )
    }
    const timer = setInterval(look, LOOK_MILLISECONDS)
    return () => {
      clearInterval(timer)
      setEnd(null)
    }
  }, [session])

  useEffect(() => {
    if (isOver) void stayLoggedIn({ call, store })
  }, [isOver, call, store])

  return session ? end : null
}

interface SessionTimes {
  /** The idle timeout. */
  readonly idleSeconds: number
  /** Milliseconds since 1970: the last response, and the end of the session regardless of use. */
  readonly answeredAt: number
  readonly endsAt: number
}

interface SessionEnd {
  readonly secondsLeft: number
  /** Whether a request would extend it. */
  readonly canStay: boolean
}

/** The warning of a session about to end; null while there is time. */
export function sessionEnd({ idleSeconds, answeredAt, endsAt }: SessionTimes, now: number): SessionEnd | null {
  const idleEnd = answeredAt + idleSeconds * 1000
  const secondsLeft = Math.ceil((Math.min(idleEnd, endsAt) - now) / 1000)
  if (secondsLeft > Math.min(SESSION_WARNING_SECONDS, idleSeconds / 2)) return null
  return { secondsLeft: Math.max(0, secondsLeft), canStay: idleEnd < endsAt }
}
