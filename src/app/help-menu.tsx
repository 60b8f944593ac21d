import styles from '#app/menus.module.css'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { CommandNewTab } from '#command-kit/command-new-tab.tsx'
import { useRegistry } from '#command-kit/hooks.ts'
import { Popup } from '#ui/overlays/popup.tsx'

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
            <div key={id} className={styles['entry']}>
              <CommandNewTab id={id} args={{}} variant="quiet" className={styles['command'] ?? ''} onClick={close} />
            </div>
          ))}
          {OTHERS.map((id) => (
            <div key={id} className={styles['entry']}>
              <CommandButton id={id} args={{}} variant="quiet" className={styles['command'] ?? ''} onDone={close} />
              <CommandKeys id={id} />
            </div>
          ))}
        </>
      )}
    </Popup>
  )
}
