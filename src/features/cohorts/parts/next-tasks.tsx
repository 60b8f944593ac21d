import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { cohortKind } from '#domain/cohorts.ts'
import type { Cohort } from '#contract/shapes.ts'
import { capabilitiesAtom } from '#entities/session.ts'
import stack from '#ui/stack.module.css'

/** What can be begun from a cohort, with the cohort filled in. */
export function NextTasks({ cohort }: { cohort: Cohort }) {
  const cohortId = cohort.cohortid
  const canDraw = useAtomValue(capabilitiesAtom).includes('pedigrees')
  return (
    <div className={stack['row']} role="group" aria-label="Go on from here">
      <CommandButton id="cohort.new-subset" args={{ parentId: cohortId }}>
        Subset of this
      </CommandButton>
      <CommandButton id="cohort.new-compound" args={{ cohortId }}>
        Compound with this
      </CommandButton>
      <CommandButton id="pedigree.new" args={{ parentId: cohortId }}>
        Its pedigrees
      </CommandButton>
      <CommandButton id="download.new" args={{ cohortId }}>
        Download this
      </CommandButton>
      <CommandButton id="variable.show" args={{ cohortIds: [cohortId] }}>
        Counts of a variable in it
      </CommandButton>
      <CommandButton id="cohort.compare-in-table" args={{ cohortId }}>
        Compare with
      </CommandButton>
      {canDraw && cohortKind(cohort.constraint_type) === 'pedigree' && (
        <CommandButton id="pedigrees.draw" args={{ cohortId }}>
          Draw its pedigrees
        </CommandButton>
      )}
    </div>
  )
}
