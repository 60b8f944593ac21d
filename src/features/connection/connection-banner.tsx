import styles from '#features/connection/connection-banner.module.css'
import { useAtomValue } from 'jotai'
import type { ConnectionState } from '#api/connection.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { countOf } from '#domain/numbers.ts'
import { connectionStateAtom, connectionAtom } from '#entities/session.ts'
import type { Store } from '#command-kit/context.ts'

/** Says that the back end cannot be reached or is slow, what becomes of the work meanwhile, and what can be done. */
export function ConnectionBanner() {
  const state = useAtomValue(connectionStateAtom)
  const { isDown, waiting, slow } = state
  const isShown = isDown || waiting + slow > 0
  return (
    // There all the time, so that screen readers notice what comes into it.
    <div role="status" className={styles['place']}>
      {isShown && (
        <div className={styles['banner']}>
          <p>
            <b>{isDown || waiting > 0 ? 'No connection to the server.' : 'The server takes long to answer.'}</b> What
            you are building stays as it is. {whatFollows(state)}
          </p>
          <span className={styles['buttons']}>
            <CommandButton id="connection.give-up" args={{}} size="small" variant="quiet">
              {waiting > 0 ? 'Do not send' : 'Do not wait'}
            </CommandButton>
            {(isDown || waiting > 0) && (
              <CommandButton id="connection.try" args={{}} size="small">
                Try now
              </CommandButton>
            )}
          </span>
        </div>
      )}
    </div>
  )
}

function whatFollows({ isDown, waiting, slow }: ConnectionState): string {
  if (waiting > 0) return `${countOf(waiting, 'change')} will be sent as soon as it answers.`
  return isDown ? 'It is asked again by itself.' : `${countOf(slow, 'call')} ${slow === 1 ? 'waits' : 'wait'} for it.`
}

type Ports = { readonly store: Pick<Store, 'get'> }

export function isConnectionDown({ store }: Ports): boolean {
  return store.get(connectionStateAtom).isDown
}

/** Whether anything waits, for the back end or for an answer. */
export function isAnythingWaiting({ store }: Ports): boolean {
  const { waiting, slow } = store.get(connectionStateAtom)
  return waiting + slow > 0
}

export function tryConnection({ store }: Ports): void {
  store.get(connectionAtom).connection.tryNow()
}

/** What waits ends without an answer and says so; what was typed stays where it is. */
export function giveUpWaiting({ store }: Ports): void {
  store.get(connectionAtom).connection.giveUp()
}
