import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { CommandId } from '#commands/signatures.ts'
import { useRegistry } from '#command-kit/hooks.ts'
import type { Registry } from '#command-kit/registry.ts'
import { paneAtom } from '#workspace/pane-atoms.ts'
import styles from '#workspace/pane-header.module.css'
import type { PaneId } from '#workspace/panes.ts'

/** The pages above one, the first page left out: the header leads there. */
function pagesAbove(registry: Registry, url: string): readonly CommandId[] {
  const above: CommandId[] = []
  let next = registry.upOf(url)
  while (next !== null && !above.includes(next.id)) {
    const higher = registry.upOf(registry.hrefOf({ id: next.id, args: {} }))
    if (higher === null) break
    above.unshift(next.id)
    next = higher
  }
  return above
}

/** The way down to a pane's page, as links. */
export function PaneTrail({ id }: { id: PaneId }) {
  const url = useAtomValue(paneAtom(id))?.url ?? '/'
  const registry = useRegistry()
  const above = useMemo(() => pagesAbove(registry, url), [registry, url])
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
