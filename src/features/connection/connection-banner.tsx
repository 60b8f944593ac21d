import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { countOf } from '#domain/numbers.ts'
import { connectionStateAtom } from '#entities/connection.ts'
import styles from '#features/connection/connection-banner.module.css'

/** Says that the back end cannot be reached, what becomes of the work meanwhile, and what can be done. */
export function ConnectionBanner() {
  const { isDown, waiting } = useAtomValue(connectionStateAtom)
  const isShown = isDown || waiting > 0
  return (
    // There all the time, so that screen readers notice what comes into it.
    <div role="status" className={styles['place']}>
      {isShown && (
        <div className={styles['banner']}>
          <p>
            <b>No connection to the server.</b> What you are building stays as it is.{' '}
            {waiting === 0
              ? 'It is asked again by itself.'
              : `${countOf(waiting, 'change')} will be sent as soon as it answers.`}
          </p>
          <span className={styles['buttons']}>
            <CommandButton id="connection.give-up" args={{}} size="small" variant="quiet">
              Do not send
            </CommandButton>
            <CommandButton id="connection.try" args={{}} size="small">
              Try now
            </CommandButton>
          </span>
        </div>
      )}
    </div>
  )
}
