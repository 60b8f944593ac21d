import { useAtomValue } from 'jotai'
import { CommandLink } from '#command-kit/command-link.tsx'
import { cohortPreview } from '#contract/cohorts.ts'
import type { Totals } from '#contract/shapes/entities.ts'
import { countOf } from '#domain/numbers.ts'
import { Sizes, spreadsOf } from '#entities/cohorts/counts/pedigree-totals.tsx'
import { Loaded } from '#entities/server-state/loaded.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { HIDDEN_NOTE, Panel, Waiting } from '#features/cohorts/overview/panel.tsx'
import stack from '#ui/stack.module.css'

const MEMBERS = 'Members per pedigree'

/** The families of a pedigree cohort by their numbers of members. */
export function PedigreePanels({ totals, hasAffected }: { totals: Totals; hasAffected: boolean }) {
  return spreadsOf(totals, hasAffected).map(([title, spread]) => (
    <Panel key={title} title={title}>
      <Sizes title={title} spread={spread} families={totals.pedigrees} />
    </Panel>
  ))
}

/** The families of the members of another cohort: those of its pedigree cohort without a criterion. */
export function FamilySizesPanel({ cohortId, isSuppressed }: { cohortId: number; isSuppressed: boolean }) {
  const isSupported = useAtomValue(capabilitiesAtom).includes('totals')
  const families = useCall({
    endpoint: cohortPreview,
    request: isSupported && !isSuppressed ? { parentId: cohortId, cohortType: 'pedigree' } : null,
    key: 'cohort-preview',
  })
  if (!isSupported) return null
  if (isSuppressed) {
    return (
      <Panel title={MEMBERS}>
        <p className={stack['muted']}>{HIDDEN_NOTE}</p>
      </Panel>
    )
  }
  return (
    <Panel title={MEMBERS} isLate>
      <Loaded
        resource={{ ...families, data: families.isPlaceholderData ? undefined : families.data }}
        skeleton={<Waiting />}
      >
        {({ totals }) => {
          if (totals === null) return <p className={stack['muted']}>{HIDDEN_NOTE}</p>
          if (totals.bySize.every(([members]) => members < 2)) {
            return <p className={stack['muted']}>No families: no individual has a relative in the data.</p>
          }
          return (
            <>
              <Sizes title={MEMBERS} spread={totals.bySize} families={totals.pedigrees} />
              <p className={stack['muted']}>
                {countOf(totals.pedigrees, 'pedigree')} with a member here.{' '}
                <CommandLink id="pedigree.new" args={{ parentId: cohortId }}>
                  Ascertain pedigrees
                </CommandLink>
              </p>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}
