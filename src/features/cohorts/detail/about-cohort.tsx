import { useAtomValue } from 'jotai'
import { CommandLink } from '#command-kit/command-link.tsx'
import { usage } from '#contract/service.ts'
import { COHORT_KIND_NAMES } from '#contract/shapes/cohort-words.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { momentInWords } from '#domain/moments.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import stack from '#ui/stack.module.css'

/** The type, the description and the moment of the count. */
export function AboutCohort({ cohort: { constraintType, description, counted } }: { cohort: Cohort }) {
  return (
    <section className={stack['section']} aria-label="About">
      <h2>About</h2>
      <dl className={stack['facts']}>
        <dt>Type</dt>
        <dd>{COHORT_KIND_NAMES[cohortKind(constraintType)]}</dd>
        {description !== '' && (
          <>
            <dt>Description</dt>
            <dd>{description}</dd>
          </>
        )}
        {counted && (
          <>
            <dt>Counted</dt>
            <dd>
              {momentInWords(counted.at)}
              {counted.release !== null && `, on data release ${counted.release}`}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

/** A cohort's dependents: cohorts made from it, and others that the back end reports. */
export function CohortUses({ cohort }: { cohort: Cohort }) {
  const isSupported = useAtomValue(isOfferedAtom)(usage)
  const uses = useCall({
    endpoint: usage,
    request: isSupported ? { cohortId: cohort.cohortId } : null,
    key: 'usage',
  })
  const others = (uses.data?.data ?? []).filter(({ kind }) => kind !== 'cohort')
  return (
    <section className={stack['section']} aria-label="Based on this cohort">
      <h2>Based on this cohort</h2>
      {cohort.children.length + others.length === 0 ? (
        <p className={stack['muted']}>None.</p>
      ) : (
        <ul className={stack['row']}>
          {cohort.children.map(({ cohortId, name }) => (
            <li key={cohortId}>
              <CommandLink id="cohort.show" args={{ cohortId }}>
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
