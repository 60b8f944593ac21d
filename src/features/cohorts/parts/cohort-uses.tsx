import { useAtomValue } from 'jotai'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Cohort } from '#contract/shapes.ts'
import { usage } from '#contract/usage.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import { useCall } from '#entities/use-call.ts'
import stack from '#ui/stack.module.css'

/** What is built on a cohort: those made from it, and whatever else the back end tells. */
export function CohortUses({ cohort }: { cohort: Cohort }) {
  const canTell = useAtomValue(capabilitiesAtom).includes('usage')
  const uses = useCall({
    endpoint: usage,
    request: canTell ? { cohortid: cohort.cohortid } : null,
    key: 'usage',
  })
  const others = (uses.data?.data ?? []).filter(({ kind }) => kind !== 'cohort')
  return (
    <section className={stack['section']} aria-label="Built on it">
      <h2>Built on it</h2>
      {cohort.children.length + others.length === 0 ? (
        <p className={stack['muted']}>Nothing yet.</p>
      ) : (
        <ul className={stack['row']}>
          {cohort.children.map(({ cohortid, name }) => (
            <li key={cohortid}>
              <CommandLink id="cohort.show" args={{ cohortId: cohortid }}>
                {name}
              </CommandLink>
            </li>
          ))}
          {others.map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`}>
              {kind}: {name}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
