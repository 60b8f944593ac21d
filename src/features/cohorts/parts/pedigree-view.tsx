import { useMemo } from 'react'
import type { PedigreeDrawing as Pedigree } from '#contract/pedigrees.ts'
import { countOf } from '#domain/numbers.ts'
import { PedigreeDrawing } from '#features/cohorts/parts/pedigree-drawing.tsx'
import { PedigreeMembers } from '#features/cohorts/parts/pedigree-members.tsx'
import { PedigreePerson } from '#features/cohorts/parts/pedigree-person.tsx'
import { kinshipOf, nearestTo } from '#features/cohorts/pedigree-layout/kinship.ts'
import { layoutOf } from '#features/cohorts/pedigree-layout/layout.ts'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

interface PedigreeViewProps {
  pedigree: Pedigree
  activeId: string
  onActive: (id: string) => void
  hasTrait: boolean
  zoom: number | null
}

/** A family larger than this is not drawn whole: nobody could find anybody in it. */
const LARGEST_WHOLE = 120
const NEAREST = 60

/** One family: the drawing, whoever is chosen in it, and everybody as a list. */
export function PedigreeView({ pedigree, activeId, onActive, hasTrait, zoom }: PedigreeViewProps) {
  const { members, family_id: familyId } = pedigree
  const kinship = useMemo(() => kinshipOf(members), [members])
  const isWhole = members.length <= LARGEST_WHOLE
  const centre = isWhole ? '' : activeId
  const layout = useMemo(() => {
    const shown = centre === '' ? null : nearestTo(centre, kinship, NEAREST)
    return layoutOf(shown ? members.filter(({ individual_id: id }) => shown.has(id)) : members)
  }, [members, kinship, centre])
  return (
    <>
      {!isWhole && (
        <Notice
          title={`Of its ${countOf(members.length, 'member')} the ${NEAREST} nearest relatives of ${activeId} are drawn.`}
        >
          Move to somebody to see theirs. All members are in the list.
        </Notice>
      )}
      <PedigreeDrawing
        label={`Pedigree ${familyId}`}
        layout={layout}
        activeId={activeId}
        onActive={onActive}
        hasTrait={hasTrait}
        zoom={zoom}
      />
      <p className={stack['muted']}>
        Squares are men, circles women, diamonds of unknown sex. Filled: affected; ?: the answer is missing; dashed: a
        placeholder; crossed out: deceased; arrow: proband; double line: related partners. Arrow keys move to parents,
        children and neighbours.
      </p>
      <div className={stack['two']}>
        <PedigreePerson id={activeId} kinship={kinship} hasTrait={hasTrait} onActive={onActive} />
        <PedigreeMembers members={members} hasTrait={hasTrait} />
      </div>
    </>
  )
}
