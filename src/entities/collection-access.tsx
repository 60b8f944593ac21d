import { useAtomValue } from 'jotai'
import { accessAtom, accessRequestAddressAtom, readerAtom } from '#entities/session.ts'
import { Notice } from '#ui/notice.tsx'
import { Tag } from '#ui/tag.tsx'
import stack from '#ui/stack.module.css'

/** The collections of a cohort, and which of them the user may not download. */
export function CollectionAccess({ collections }: { collections: readonly string[] }) {
  const { closed } = useAtomValue(accessAtom)(collections)
  const reader = useAtomValue(readerAtom)
  const accessUrl = useAtomValue(accessRequestAddressAtom)
  if (collections.length === 0) return null
  return (
    <section className={stack['section']} aria-label="Collections">
      <h2>Collections</h2>
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
              ? 'You have no access to any collection and cannot download.'
              : `You have no access to: ${closed.join(', ')}. Their individuals are left out of previews and downloads.`
          }
        >
          Counts are open to you all the same.{' '}
          <a href={accessUrl} target="_blank" rel="noreferrer">
            Apply for access
          </a>
        </Notice>
      )}
    </section>
  )
}
