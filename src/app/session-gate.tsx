import { useAtomValue, useStore } from 'jotai'
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { ApiError } from '#api/result.ts'
import { TITLE_SUFFIX } from '#domain/messages.ts'
import {
  type SessionResource,
  secondFactorAtom,
  userAtom,
  userinfoAtom,
  externalLoginAtom,
} from '#entities/session/session.ts'
import { hasLeftAtom } from '#features/session/log-in.ts'
import { DialogsShown } from '#ui/overlays/dialogs-shown.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { whenIdle } from '#ui/when-idle.ts'
import { focusedIdAtom, focusRequestAtom } from '#workspace/panes/pane-atoms.ts'
import styles from '#app/app.module.css'

const loadLogin = () => import('#features/session/screens/login-screen.tsx')
const LoginScreen = lazy(loadLogin)
const ExternalLoginScreen = lazy(() => import('#features/session/screens/external-login-screen.tsx'))
const DataProgress = lazy(() => import('#app/data-progress.tsx'))
const SecondFactorFirst = lazy(async () => ({
  default: (await import('#features/account/second-factor/second-factor-first.tsx')).SecondFactorFirst,
}))

export interface SignedInProps {
  /** The element of the footer that holds the status. */
  statusPlace: HTMLElement | null
}

interface SessionGateProps extends SignedInProps {
  /** What a signed-in user sees. */
  signedIn: ComponentType<SignedInProps>
}

/** The status of a back end without a database. */
const NOT_READY = 503

/**
 * The login gate. When a session ends, the panes stay mounted behind the form, hidden and inert, and return for the
 * same user.
 */
export function SessionGate(props: SessionGateProps) {
  const userinfo = useAtomValue(userinfoAtom)
  const user = useAtomValue(userAtom)
  const [state, setState] = useState<BackEndState>('unknown')
  const next = backEndState(userinfo)
  // Avoids a remount during a retry: the login form would lose its text.
  if (next !== 'unknown' && next !== state) setState(next)
  if (state === 'known') return <Gate {...props} username={user?.username ?? null} />
  return state === 'making data' ? (
    <Suspense fallback={<NothingYet />}>
      <DataProgress />
    </Suspense>
  ) : (
    <NothingYet />
  )
}

function NothingYet() {
  return (
    <div className={styles['nothingYet']}>
      <Skeleton />
    </div>
  )
}

type BackEndState = 'unknown' | 'making data' | 'known'

function backEndState({ data, error, isPending }: SessionResource<unknown>): BackEndState {
  if (isPending) return 'unknown'
  const isNotReady = error instanceof ApiError && error.failure.status === NOT_READY
  return isNotReady && data === undefined ? 'making data' : 'known'
}

function Gate({ username, signedIn: SignedIn, statusPlace }: SessionGateProps & { username: string | null }) {
  const [worker, setWorker] = useState(username)
  if (worker === null && username !== null) setWorker(username)
  const isClosed = username === null
  const hasLeft = useAtomValue(hasLeftAtom)
  if (isClosed && hasLeft && worker !== null) setWorker(null)
  const isOtherUser = username !== null && worker !== null && username !== worker

  useEffect(() => {
    // The next user must not see data of the previous one.
    if (isOtherUser) window.location.reload()
  }, [isOtherUser])

  const store = useStore()
  const wasClosed = useRef(isClosed)
  useEffect(() => {
    // A codebook link needs a full page load after login.
    if (wasClosed.current && !isClosed && window.location.pathname.startsWith('/codebooks/')) window.location.reload()
    // The focus was in the form.
    if (wasClosed.current && !isClosed) store.set(focusRequestAtom, { paneId: store.get(focusedIdAtom) })
    wasClosed.current = isClosed
  }, [isClosed, store])

  const areDialogsClosed = useSettled(isClosed)
  useLoginLoaded(!isClosed)

  useEffect(() => {
    if (!isClosed) return undefined
    const titleOfTheWork = document.title
    document.title = `Log in${TITLE_SUFFIX}`
    return () => {
      document.title = titleOfTheWork
    }
  }, [isClosed])

  useEffect(() => {
    // The panes are unmounted, so the next user starts at the first page.
    if (isClosed && hasLeft) window.history.replaceState(null, '', '/')
  }, [isClosed, hasLeft])

  if (isOtherUser) return null
  return (
    <>
      {worker !== null && (
        <div className={styles['work']} hidden={isClosed} inert={isClosed}>
          <DialogsShown value={!isClosed}>
            <SignedIn statusPlace={statusPlace} />
          </DialogsShown>
        </div>
      )}
      {isClosed && (worker === null || areDialogsClosed) && <Login isReturning={worker !== null} />}
    </>
  )
}

/** A session may end without a connection, or after an update of the server: its form is there before. */
function useLoginLoaded(isSignedIn: boolean): void {
  useEffect(() => {
    // A failure is reported by the form that needs the code.
    if (isSignedIn) whenIdle(() => void loadLogin().catch(() => null))
  }, [isSignedIn])
}

function Login({ isReturning }: { isReturning: boolean }) {
  const external = useAtomValue(externalLoginAtom)
  return (
    <Suspense fallback={<NothingYet />}>
      {external === null ? (
        <LoginScreen isReturning={isReturning} />
      ) : (
        <ExternalLoginScreen login={external} isReturning={isReturning} />
      )}
    </Suspense>
  )
}

/** True once a value was true for one more render: dialogs release the focus first. */
function useSettled(value: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false)
  if (isSettled && !value) setIsSettled(false)
  useEffect(() => {
    if (!value) return undefined
    const timer = setTimeout(() => setIsSettled(true))
    return () => clearTimeout(timer)
  }, [value])
  return value && isSettled
}

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
