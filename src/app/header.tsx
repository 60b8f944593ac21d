import { useAtomValue } from 'jotai'
import { HeaderLinks } from '#app/header-links.tsx'
import styles from '#app/header.module.css'
import { HelpMenu, UserMenu } from '#app/menus.tsx'
import { SkipLink } from '#app/skip-link.tsx'
import { CommandKeys } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRunCommand } from '#command-kit/hooks.ts'
import { userAtom } from '#entities/session.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

export function Header() {
  const user = useAtomValue(userAtom)
  return (
    <header className={styles['header']}>
      <SkipLink />
      <CommandLink id="dashboard.show" args={{}} className={styles['brand']}>
        DIVER
        <VisuallyHidden> dashboard</VisuallyHidden>
      </CommandLink>
      <HeaderLinks />
      <PaletteField />
      <div className={styles['session']}>
        <HelpMenu />
        {user && <UserMenu user={user} />}
      </div>
    </header>
  )
}

/** Looks like a search field and opens the palette. */
function PaletteField() {
  const run = useRunCommand()
  return (
    <button
      type="button"
      className={styles['palette']}
      aria-haspopup="dialog"
      data-command="palette.open"
      onClick={() => void run({ id: 'palette.open', args: {} })}
    >
      <span>
        Search<VisuallyHidden> or run</VisuallyHidden>…
      </span>
      <CommandKeys id="palette.open" />
    </button>
  )
}
