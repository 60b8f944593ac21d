import { useAtomValue } from 'jotai'
import type { ConnectionState } from '#api/connection.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { countOf } from '#domain/numbers.ts'
import { connectionStateAtom } from '#entities/session.ts'
import styles from '#features/connection/connection-banner.module.css'

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
