import { useAtomValue } from 'jotai'
import type { ConnectionState } from '#api/connection.ts'
import { CommandButton } from '#command-kit/command-button.tsx'
import { countOf } from '#domain/numbers.ts'
import { connectionStateAtom } from '#entities/session/connection.ts'
import { classNames } from '#ui/class-names.ts'
import styles from '#features/connection/connection-banner.module.css'
import stack from '#ui/stack.module.css'

/** Reports that the back end is unreachable or slow, the state of pending work, and the possible actions. */
export function ConnectionBanner() {
  const state = useAtomValue(connectionStateAtom)
  const { isDown, waiting, slow } = state
  const isShown = isDown || waiting + slow > 0
  return (
    // Always rendered, so that screen readers announce its changes.
    <div role="status">
      {isShown && (
        <div className={classNames(stack['strip'], styles['banner'])}>
          <p>
            <b>{isDown || waiting > 0 ? 'No connection to the server.' : 'The server responds slowly.'}</b> Your unsaved
            work is kept. {whatFollows(state)}
          </p>
          <span className={styles['buttons']}>
            <CommandButton id="connection.give-up" args={{}} size="small" variant="quiet">
              {waiting > 0 ? 'Cancel changes' : 'Cancel requests'}
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
  if (waiting > 0) return `${countOf(waiting, 'change')} will be sent when the server responds.`
  return isDown ? 'Retrying.' : `${countOf(slow, 'request')} ${slow === 1 ? 'is' : 'are'} waiting.`
}
