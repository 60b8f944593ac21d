import { CommandLink } from '#command-kit/command-link.tsx'
import { useCatalogStart } from '#features/dashboard/catalog-start.ts'
import stack from '#ui/stack.module.css'

const EXAMPLES = 3

/** Searches for the largest sections of the catalog; nothing without sections. */
export function Examples() {
  const sections = useCatalogStart().data?.facets['section'] ?? []
  const named = sections.filter(([section]) => section !== '').slice(0, EXAMPLES)
  if (named.length === 0) return null
  return (
    <>
      <span className={stack['muted']}>For example</span>
      {named.map(([section]) => (
        <CommandLink key={section} id="variables.search" args={{ text: section }}>
          {section}
        </CommandLink>
      ))}
    </>
  )
}
