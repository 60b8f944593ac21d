import { useAtomValue } from 'jotai'
import { collectionsInWords } from '#domain/access.ts'
import { NO_COLLECTIONS } from '#domain/messages.ts'
import { countOf } from '#domain/numbers.ts'
import { AccessLink } from '#entities/session/access-link.tsx'
import { accessAtom, readerAtom } from '#entities/session/session.ts'
import { Term } from '#entities/terms/term.tsx'
import { Notice } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import stack from '#ui/stack.module.css'

interface CollectionAccessProps {
  collections: readonly string[]
  /**
   * Individuals by collection, to show the cost of missing access. A count is null if suppressed; the map is null while
   * it loads.
   */
  counts?: ReadonlyMap<string, number | null> | null
}

/** The collections of a cohort; those closed to downloads are marked. */
export function CollectionAccess({ collections, counts }: CollectionAccessProps) {
  const { closed } = useAtomValue(accessAtom)(collections)
  const reader = useAtomValue(readerAtom)
  if (collections.length === 0) return null
  return (
    <section className={stack['section']} aria-label="Collections">
      <h2>
        <Term id="collection" note={collectionsInWords(collections)}>
          Collections
        </Term>
      </h2>
      <ul className={stack['row']}>
        {collections.map((collection) => (
          <li key={collection}>
            <Tag
              label={closed.includes(collection) ? `${collection} · no access` : collection}
              letter={closed.includes(collection) ? '×' : '✓'}
              hue={closed.includes(collection) ? 30 : 155}
            />
          </li>
        ))}
      </ul>
      {closed.length > 0 && (
        <Notice
          tone="warning"
          title={
            reader.collections.length === 0
              ? NO_COLLECTIONS
              : `You have no access to: ${closed.join(', ')}. Their individuals are left out of previews and downloads.`
          }
        >
          {counts !== undefined && (
            <ul>
              {closed.map((collection) => (
                <li key={collection}>
                  {collection}: {counts === null ? 'counting…' : `${costWords(counts.get(collection))} left out`}
                </li>
              ))}
            </ul>
          )}
          You can still see counts. <AccessLink />
        </Notice>
      )}
    </section>
  )
}

function costWords(count: number | null | undefined): string {
  return count === null || count === undefined ? 'an unknown number' : countOf(count, 'individual')
}
