import { useAtomValue, atom, type Getter } from 'jotai'
import { useMemo, useRef, useEffect, useState, type RefObject } from 'react'
import { CommandKeys, CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink, CommandNewTab } from '#command-kit/command-link.tsx'
import { useRunCommand, useRegistry } from '#command-kit/hooks.ts'
import type { Registry } from '#command-kit/registry.ts'
import type { CommandId } from '#commands/signatures.ts'
import type { User } from '#contract/shapes/entities.ts'
import { collectionName } from '#domain/access.ts'
import { NO_COLLECTIONS } from '#domain/messages.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { currentProjectAtom, projectName } from '#entities/projects/projects.ts'
import { AccessLink } from '#entities/session/access-link.tsx'
import { userAtom, readerAtom } from '#entities/session/session.ts'
import { workingSetAtom } from '#entities/variables/working-set.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { focusedPaneAtom, focusedIdAtom, workspaceAtom } from '#workspace/panes/pane-atoms.ts'
import styles from '#app/header.module.css'
import menuStyles from '#app/menus.module.css'
import popup from '#ui/overlays/popup.module.css'

/** The user menu: name, collections, sign out. */
function UserMenu({ user }: { user: User }) {
  const actions = useRegistry()
    .placed('header')
    .filter(({ command }) => command.kind === 'action')
  const { isAdmin, collections } = useAtomValue(readerAtom)
  const project = useAtomValue(currentProjectAtom)
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <Popup label={`${user.username}: account`} sign={isAdmin ? `${user.username} · admin` : user.username}>
      {(close) => (
        <>
          <div className={menuStyles['about']}>
            <p className={menuStyles['name']}>{fullName || user.username}</p>
            {isAdmin ? (
              <p>Admin: you may read all collections, edit variables and decide on edits.</p>
            ) : (
              <Collections codes={collections} />
            )}
          </div>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter on a link is a click */}
          <div className={styles['onPhone']} onClick={close}>
            {project && (
              <CommandLink
                id="project.show"
                args={{ projectId: project.projectId }}
                variant="quiet"
                className={popup['command'] ?? ''}
              >
                {projectName(project)}
              </CommandLink>
            )}
            <CommandLink id="projects.show" args={{}} variant="quiet" className={popup['command'] ?? ''} />
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

function Collections({ codes }: { codes: readonly string[] }) {
  return (
    <>
      {codes.length === 0 ? (
        <p>{NO_COLLECTIONS}</p>
      ) : (
        <>
          <p>You may download from:</p>
          <ul className={menuStyles['collections']} aria-label="Your collections">
            {codes.map((code) => (
              <li key={code}>{collectionName(code)}</li>
            ))}
          </ul>
        </>
      )}
      <AccessLink />
    </>
  )
}

/** Help within the page. */
const OTHERS = ['help.show', 'cheat-sheet.open', 'glossary.open', 'tour.start'] as const

/** The help menu: guide, this page, keys, glossary and tour. */
function HelpMenu() {
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

/** The page of the header that a page is or belongs to: Cohorts for a cohort. */
function sectionOf(registry: Registry, url: string, get: Getter): CommandId | undefined {
  const route = registry.routeOf(url)?.id
  const up = registry.upOf(url, get)?.id
  return up === undefined || up === 'dashboard.show' ? route : up
}

/** Links to tasks, working set and projects; the rest is in an overflow menu. */
function HeaderLinks() {
  const registry = useRegistry()
  const tasks = registry.placed('header').filter(({ command }) => command.kind === 'route')
  const ids = [...tasks.map(({ id }) => id), 'projects.show' as const]
  // Subscribes to the section only: the URL changes with each letter typed into a search.
  const sectionAtom = useMemo(() => atom((get) => sectionOf(registry, get(focusedPaneAtom).url, get)), [registry])
  const section = useAtomValue(sectionAtom)
  const workingSet = useAtomValue(workingSetAtom)
  const project = useAtomValue(currentProjectAtom)
  const bar = useRef<HTMLDivElement>(null)
  const hidden = useOverflowMenu(bar, ids)
  const inMenu = ids.filter((id) => hidden.has(id))
  return (
    <div ref={bar} className={styles['ways']}>
      <nav className={styles['tasks']} aria-label="Tasks">
        {tasks.map(({ id }) => (
          <span key={id} data-item={id} hidden={hidden.has(id)}>
            <CommandLink id={id} args={{}} isCurrent={id === section} className={styles['task']} />
          </span>
        ))}
        {inMenu.length > 0 && (
          <span data-overflow-menu data-current={inMenu.some((id) => id === section)}>
            <Popup label="More pages" sign="More ▾">
              {(close) =>
                inMenu.map((id) => (
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter on the link is a click
                  <div key={id} className={popup['entry']} onClick={close}>
                    <CommandLink
                      id={id}
                      args={{}}
                      isCurrent={id === section}
                      variant="quiet"
                      className={popup['command'] ?? ''}
                    />
                  </div>
                ))
              }
            </Popup>
          </span>
        )}
      </nav>
      {workingSet.length > 0 && (
        <span data-fixed>
          <CommandButton
            id="variable-set.new"
            args={{ variableNames: workingSet }}
            size="small"
            label={`Working set: ${countOf(workingSet.length, 'variable')}`}
          >
            <span className={styles['set']}>{formatCount(workingSet.length)}</span>
          </CommandButton>
        </span>
      )}
      <span className={styles['project']} data-fixed>
        {project && (
          <CommandLink id="project.show" args={{ projectId: project.projectId }} className={styles['link']}>
            {projectName(project)}
          </CommandLink>
        )}
      </span>
      <span className={styles['projects']} data-item="projects.show" hidden={hidden.has('projects.show')}>
        <CommandLink id="projects.show" args={{}} isCurrent={section === 'projects.show'} className={styles['link']} />
      </span>
    </div>
  )
}

const FOCUS_COMMANDS = ['pane.focus-1', 'pane.focus-2', 'pane.focus-3', 'pane.focus-4'] as const

const placeAtom = atom((get) => get(workspaceAtom).panes.findIndex(({ id }) => id === get(focusedIdAtom)))

/** The skip link, first in tab order and visible on focus (WCAG 2.4.1). */
function SkipLink() {
  const id = FOCUS_COMMANDS[useAtomValue(placeAtom)]
  if (id === undefined) return null
  return (
    <CommandButton id={id} args={{}} className={styles['skip'] ?? ''}>
      Skip to the page
    </CommandButton>
  )
}

/** Estimated width, until measured. */
const MENU_WIDTH = 72

/**
 * The keys of items that overflow into the menu. Items carry `data-item`, the menu `data-overflow-menu`, permanent
 * elements `data-fixed`. Keys are in order of priority.
 */
function useOverflowMenu(bar: RefObject<HTMLElement | null>, keys: readonly string[]): ReadonlySet<string> {
  const [hidden, setHidden] = useState('')
  // Hidden items have no width: keep the last one.
  const widths = useRef(new Map<string, number>())
  useEffect(() => {
    const { current } = bar
    if (!current) return undefined
    const measure = () => {
      // The bar at the bottom of a telephone has room for all tasks.
      const isApart = getComputedStyle(current.querySelector('nav') ?? current).position === 'fixed'
      if (isApart) return setHidden('')
      const gap = Number.parseFloat(getComputedStyle(current).columnGap) || 0
      const widthOf = (element: HTMLElement) => element.getBoundingClientRect().width + gap
      for (const element of current.querySelectorAll<HTMLElement>('[data-item]')) {
        if (!element.hidden) widths.current.set(element.dataset['item'] ?? '', widthOf(element))
      }
      const fixed = [...current.querySelectorAll<HTMLElement>('[data-fixed]')].reduce(
        (sum, element) => sum + widthOf(element),
        0,
      )
      const menu = current.querySelector<HTMLElement>('[data-overflow-menu]')
      const items = keys.map((key) => ({ key, width: widths.current.get(key) ?? 0 }))
      const room = { width: current.clientWidth + gap - fixed, menuWidth: menu ? widthOf(menu) : MENU_WIDTH }
      setHidden(overflowingItems(items, room).join('\n'))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    for (const element of current.querySelectorAll('[data-item], [data-fixed]')) observer.observe(element)
    return () => observer.disconnect()
  })
  return new Set(hidden.split('\n').filter(Boolean))
}

interface MeasuredItem {
  readonly key: string
  /** In CSS pixels, including the gap before it. */
  readonly width: number
}

interface Room {
  readonly width: number
  /** Width of the overflow menu. */
  readonly menuWidth: number
}

/** The keys of overflowing items; items are in order of priority. The menu takes space only if there are any. */
export function overflowingItems(items: readonly MeasuredItem[], room: Room): readonly string[] {
  const total = items.reduce((sum, { width }) => sum + width, 0)
  if (total <= room.width) return []
  const ends = items.map((_, place) => items.slice(0, place + 1).reduce((sum, { width }) => sum + width, 0))
  const place = ends.findIndex((end) => end > room.width - room.menuWidth)
  return items.slice(place).map(({ key }) => key)
}
