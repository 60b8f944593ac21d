import { useAtomValue } from 'jotai'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { CommandNewTab } from '#command-kit/command-link.tsx'
import { useRegistry } from '#command-kit/hooks.ts'
import type { User } from '#contract/shapes/entities.ts'
import { collectionName } from '#domain/access.ts'
import { NO_COLLECTIONS } from '#domain/messages.ts'
import { accessRequestAddressAtom, readerAtom } from '#entities/session/session.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import styles from '#app/menus.module.css'
import popup from '#ui/overlays/popup.module.css'

/** The user menu: name, collections, sign out. */
export function UserMenu({ user }: { user: User }) {
  const actions = useRegistry()
    .placed('header')
    .filter(({ command }) => command.kind === 'action')
  const { isAdmin, collections } = useAtomValue(readerAtom)
  const applyAddress = useAtomValue(accessRequestAddressAtom)
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <Popup label={`${user.username}: account`} sign={isAdmin ? `${user.username} · admin` : user.username}>
      {(close) => (
        <>
          <div className={styles['about']}>
            <p className={styles['name']}>{fullName || user.username}</p>
            {isAdmin ? (
              <p>Admin: you may read all collections, edit variables and decide on edits.</p>
            ) : (
              <Collections codes={collections} applyAddress={applyAddress} />
            )}
          </div>
          {actions.map(({ id }) => (
            <div key={id} className={popup['entry']}>
              <CommandButton id={id} args={{}} variant="quiet" className={popup['command'] ?? ''} onDone={close} />
            </div>
          ))}
        </>
      )}
    </Popup>
  )
}

function Collections({ codes, applyAddress }: { codes: readonly string[]; applyAddress: string }) {
  return (
    <>
      {codes.length === 0 ? (
        <p>{NO_COLLECTIONS}</p>
      ) : (
        <>
          <p>You may download from:</p>
          <ul className={styles['collections']} aria-label="Your collections">
            {codes.map((code) => (
              <li key={code}>{collectionName(code)}</li>
            ))}
          </ul>
        </>
      )}
      <a href={applyAddress} target="_blank" rel="noreferrer">
        Apply for access
      </a>
    </>
  )
}

/** Help within the page. */
const OTHERS = ['help.show', 'cheat-sheet.open', 'glossary.open', 'tour.start'] as const

/** The help menu: guide, this page, keys, glossary and tour. */
export function HelpMenu() {
  const links = useRegistry()
    .placed('header')
    .filter(({ command }) => command.kind === 'link')
  return (
    <Popup label="Help" sign="Help">
      {(close) => (
        <>
          {links.map(({ id }) => (
            <div key={id} className={popup['entry']}>
              <CommandNewTab id={id} args={{}} variant="quiet" className={popup['command'] ?? ''} onClick={close} />
            </div>
          ))}
          {OTHERS.map((id) => (
            <div key={id} className={popup['entry']}>
              <CommandButton id={id} args={{}} variant="quiet" className={popup['command'] ?? ''} onDone={close} />
              <CommandKeys id={id} />
            </div>
          ))}
        </>
      )}
    </Popup>
  )
}
