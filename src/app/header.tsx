import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import styles from '#app/header.module.css'
import { HelpMenu } from '#app/help-menu.tsx'
import { SkipLink } from '#app/skip-link.tsx'
import { UserMenu } from '#app/user-menu.tsx'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandKeys } from '#command-kit/command-keys.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { countOf } from '#domain/numbers.ts'
import { currentProjectAtom, projectName } from '#entities/projects.ts'
import { userAtom } from '#entities/session.ts'
import { workingSetAtom } from '#entities/working-set.ts'
import { focusedPaneAtom } from '#workspace/pane-atoms.ts'

/** The tasks, the working set and the project, the way to the palette, and who is signed in. */
export function Header() {
  const registry = useRegistry()
  const placed = registry.placed('header')
  // Renders again when another page has the focus, not for every letter that a page keeps in its address.
  const currentAtom = useMemo(() => atom((get) => registry.routeOf(get(focusedPaneAtom).url)?.id), [registry])
  const current = useAtomValue(currentAtom)
  const workingSet = useAtomValue(workingSetAtom)
  const user = useAtomValue(userAtom)
  const project = useAtomValue(currentProjectAtom)
  const tasks = useRef<HTMLElement>(null)
  useEffect(() => {
    // Where there is room for a few of them alone.
    if (current !== undefined)
      tasks.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <header className={styles['header']}>
      <SkipLink />
      <span className={styles['brand']}>DIVER</span>
      <div className={styles['ways']}>
        <nav ref={tasks} className={styles['tasks']} aria-label="Tasks">
          {placed
            .filter(({ command }) => command.kind === 'route')
            .map(({ id }) => (
              <CommandLink key={id} id={id} args={{}} isCurrent={id === current} />
            ))}
        </nav>
        <div className={styles['work']}>
          {workingSet.length > 0 && (
            <CommandButton id="variable-set.new" args={{ variableNames: workingSet }} size="small">
              Working set: {countOf(workingSet.length, 'variable')}
            </CommandButton>
          )}
          <span className={styles['project']}>
            {project && (
              <CommandLink id="project.show" args={{ projectId: project.projectid }} className={styles['link']}>
                {projectName(project)}
              </CommandLink>
            )}
          </span>
          <CommandLink id="projects.show" args={{}} className={styles['link']} />
        </div>
      </div>
      <PaletteField />
      <div className={styles['session']}>
        <HelpMenu />
        {user && <UserMenu user={user} />}
      </div>
    </header>
  )
}

/** Looks like the search field it is, and opens the palette. */
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
      Search or run…
      <CommandKeys id="palette.open" />
    </button>
  )
}
