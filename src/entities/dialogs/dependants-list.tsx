import { useEffect } from 'react'
import type { Dependants } from '#contract/dependants.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { countOf, formatSize } from '#domain/numbers.ts'
import { QueryResult } from '#entities/server-state/loaded.tsx'
import type { FollowedResult } from '#entities/server-state/resource.ts'
import { Notice } from '#ui/notice.tsx'

interface DependantsListProps {
  query: FollowedResult<Named<Dependants>>
  /** Called once the list is shown. */
  onShown: () => void
}

/** The objects that a replacement changes too, each with its change. */
export function DependantsList({ query, onShown }: DependantsListProps) {
  // Only a current list: exactly the dependants in it are run again.
  const data = query.isPlaceholderData || query.isFetching ? undefined : query.data
  return <QueryResult query={{ ...query, data }}>{(shown) => <List data={shown} onShown={onShown} />}</QueryResult>
}

const KINDS = { cohort: 'cohort', construct: 'custom variable', varset: 'variable set' } as const

function List({ data: { dependants, problem }, onShown }: { data: Named<Dependants>; onShown: () => void }) {
  useEffect(onShown, [onShown])
  if (problem !== null) return <Notice tone="error" title={problem} />
  if (dependants.length === 0) return null
  return (
    <section>
      <p>{countOf(dependants.length, 'dependant')} will be run again:</p>
      <ul>
        {dependants.map(({ kind, id, name, before, after }) => (
          <li key={`${kind} ${id}`}>
            {name}, {KINDS[kind]}
            {kind === 'cohort' && `: ${formatSize(before)} → ${formatSize(after)} members`}
          </li>
        ))}
      </ul>
    </section>
  )
}
