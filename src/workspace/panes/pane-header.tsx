import { atom, useAtom, useAtomValue, type Getter } from 'jotai'
import { lazy, memo, Suspense, type KeyboardEvent, type RefObject, useMemo } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { CommandMenu } from '#command-kit/command-menu.tsx'
import { PaneContext, useCommandKit, useCommandView, useRegistry } from '#command-kit/hooks.ts'
import type { Registry } from '#command-kit/registry.ts'
import type { CommandId } from '#commands/signatures.ts'
import { Icon } from '#ui/icon.tsx'
import { optionalPart } from '#ui/optional-part.ts'
import { paneLinkAtom, paneAtom, usePaneHeading } from '#workspace/panes/pane-atoms.ts'
import type { PaneId } from '#workspace/panes/panes.ts'
import { renamingAtom } from '#workspace/panes/rename.ts'
import { hasThingMenuAtom } from '#workspace/panes/thing-menu.ts'
import styles from '#workspace/panes/pane-header.module.css'

const ResumeDraft = optionalPart(async () => (await import('#workspace/drafts/resume-draft.tsx')).ResumeDraft)
const RenameField = lazy(() => import('#workspace/panes/rename-field.tsx'))

interface PaneHeaderProps {
  id: PaneId
  headingId: string
  heading: RefObject<HTMLHeadingElement | null>
}

/** Title, trail and commands of a pane. */
export const PaneHeader = memo(function PaneHeader({ id, headingId, heading }: PaneHeaderProps) {
  const text = usePaneHeading(id)
  const [renaming, setRenaming] = useAtom(renamingAtom(id))
  const kit = useCommandKit()
  const goToRows = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || kit.contextFor('key').workspace.paneAction('list.next') === undefined) return
    event.preventDefault()
    void kit.run({ id: 'list.next', args: {} }, 'here', 'key')
  }
  return (
    <header className={styles['header']}>
      <Suspense>
        {renaming && <RenameField renaming={renaming} heading={heading} onClose={() => setRenaming(null)} />}
      </Suspense>
      <div className={styles['place']} data-hidden={renaming !== null}>
        {renaming === null && <PaneTrail id={id} />}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the title has the focus of a new page */}
        <h1 ref={heading} id={headingId} className={styles['title']} tabIndex={-1} onKeyDown={goToRows}>
          {text}
        </h1>
      </div>
      <PaneLinkMark id={id} />
      <PaneContext value={id}>
        <Suspense>
          <ResumeDraft />
        </Suspense>
      </PaneContext>
      <PaneMenu id={id} />
    </header>
  )
})

/** Shows which of two linked panes leads. */
function PaneLinkMark({ id }: { id: PaneId }) {
  const roleAtom = useMemo(
    () =>
      atom((get) => {
        const link = get(paneLinkAtom)
        if (link?.listId === id) return 'leads'
        return link?.followerId === id ? 'follows' : null
      }),
    [id],
  )
  const role = useAtomValue(roleAtom)
  if (role === null) return null
  return (
    <span
      className={styles['link']}
      title={role === 'leads' ? 'The linked pane shows the active row.' : 'Shows the active row.'}
    >
      {role}
    </span>
  )
}

/** The ancestor pages without the first page, which the header links to. */
function pagesAbove(registry: Registry, url: string, get: Getter): readonly CommandId[] {
  const above: CommandId[] = []
  let next = registry.upOf(url, get)
  while (next !== null && !above.includes(next.id)) {
    const higher = registry.upOf(registry.hrefOf({ id: next.id, args: {} }), get)
    if (higher === null) break
    above.unshift(next.id)
    next = higher
  }
  return above
}

function PaneTrail({ id }: { id: PaneId }) {
  const url = useAtomValue(paneAtom(id))?.url ?? '/'
  const registry = useRegistry()
  const above = useAtomValue(useMemo(() => atom((get) => pagesAbove(registry, url, get)), [registry, url]))
  if (above.length === 0) return null
  return (
    <ol className={styles['trail']} aria-label="Above this page">
      {above.map((page) => (
        <li key={page} className={styles['crumb']}>
          <CommandLink id={page} args={{}} />
        </li>
      ))}
    </ol>
  )
}

const NOTHING = {}

/** The pane's menu, and buttons for its two most frequent commands. */
const PaneMenu = memo(function PaneMenu({ id: paneId }: { id: PaneId }) {
  const registry = useRegistry()
  const hasThingMenu = useAtomValue(hasThingMenuAtom(paneId))
  const commands = [...registry.placed('pane-menu'), ...(hasThingMenu ? [] : registry.placed('thing-menu'))]
  if (commands.length === 0) return null

  const placedCommand = (id: string) => commands.find((placed) => placed.id === id)

  return (
    <div className={styles['menu']}>
      {placedCommand('pane.split') && (
        <CommandButton id="pane.split" args={{}} variant="quiet" size="small" label="Split pane">
          <Icon path="M2.5 3h11v10h-11zM8 3v10" />
        </CommandButton>
      )}
      <CommandMenu
        label="Pane menu"
        sign={<Icon path="M2.5 8h1M7.5 8h1M12.5 8h1" />}
        ids={commands.map(({ id }) => id)}
      />
      {placedCommand('pane.close') && <CloseButton />}
    </div>
  )
})

/** Not rendered for the last pane. */
function CloseButton() {
  const { availability } = useCommandView('pane.close', NOTHING)
  if (availability !== true) return null
  return (
    <CommandButton id="pane.close" args={{}} variant="quiet" size="small" label="Close pane">
      <Icon path="M4 4l8 8M12 4l-8 8" />
    </CommandButton>
  )
}
