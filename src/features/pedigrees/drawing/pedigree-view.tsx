import { useMemo } from 'react'
import type { PedigreeDrawing as Pedigree, PedigreeMember } from '#contract/shapes/entities.ts'
import { countOf } from '#domain/numbers.ts'
import { PedigreeDrawing, affectedWords, markWords, sexWords } from '#features/pedigrees/drawing/pedigree-drawing.tsx'
import { kinshipOf, nearestTo, type Kinship } from '#features/pedigrees/layout/kinship.ts'
import { layoutOf } from '#features/pedigrees/layout/layout.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Column, DataTable } from '#ui/tables/data-table.tsx'
import styles from '#features/pedigrees/drawing/pedigree.module.css'
import stack from '#ui/stack.module.css'

interface PedigreeViewProps {
  pedigree: Pedigree
  activeId: string
  onActive: (id: string) => void
  hasTrait: boolean
  zoom: number | null
}

/** Larger families are drawn in part: a complete drawing would be unreadable. */
export const LARGEST_WHOLE = 120
const NEAREST = 60

/** One family: the drawing, the selected member, and all members as a list. */
export function PedigreeView({ pedigree, activeId, onActive, hasTrait, zoom }: PedigreeViewProps) {
  const { members, familyId } = pedigree
  const kinship = useMemo(() => kinshipOf(members), [members])
  const isWhole = members.length <= LARGEST_WHOLE
  const centre = isWhole ? '' : activeId
  const layout = useMemo(() => {
    const shown = centre === '' ? null : nearestTo(centre, kinship, NEAREST)
    return layoutOf(shown ? members.filter(({ individualId: id }) => shown.has(id)) : members)
  }, [members, kinship, centre])
  return (
    <>
      {!isWhole && (
        <Notice
          title={`Of its ${countOf(members.length, 'member')} the ${NEAREST} nearest relatives of ${activeId} are drawn.`}
        >
          Select a member to draw the relatives of that member. The list has all members.
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

/** The text alternative of the drawing, also for large families. */
function PedigreeMembers({ members, hasTrait }: { members: readonly PedigreeMember[]; hasTrait: boolean }) {
  const columns: readonly Column<PedigreeMember>[] = [
    { key: 'id', header: 'Individual', cell: (member) => member.individualId },
    { key: 'sex', header: 'Sex', cell: (member) => sexWords(member.sex) },
    { key: 'father', header: 'Father', cell: (member) => member.father ?? '–' },
    { key: 'mother', header: 'Mother', cell: (member) => member.mother ?? '–' },
    ...(hasTrait
      ? [{ key: 'affected', header: 'Affected', cell: (member: PedigreeMember) => affectedWords(member, true) }]
      : []),
    { key: 'marks', header: 'Marks', cell: (member) => markWords(member).join(', ') },
  ]
  return (
    <section className={stack['section']} aria-label="Members">
      <h2>Members</h2>
      <DataTable
        label="Members of the pedigree"
        columns={columns}
        rows={members}
        rowKey={(member) => member.individualId}
      />
    </section>
  )
}

interface PedigreePersonProps {
  id: string
  kinship: Kinship
  hasTrait: boolean
  onActive: (id: string) => void
}

/** The selected member, with links to the relatives. */
function PedigreePerson({ id, kinship, hasTrait, onActive }: PedigreePersonProps) {
  const member = kinship.members.get(id)
  if (!member) return null
  const siblings = [...new Set(kinship.parentsOf(id).flatMap(kinship.childrenOf))].filter((other) => other !== id)
  const relatives = [
    ['Parents', kinship.parentsOf(id)],
    ['Partners', kinship.partnersOf(id)],
    ['Siblings', siblings],
    ['Children', kinship.childrenOf(id)],
  ] as const
  const words = [sexWords(member.sex), affectedWords(member, hasTrait), ...markWords(member)]
  return (
    <section className={stack['section']} aria-label="Selected member" aria-live="polite">
      <h2>{id}</h2>
      <p>{words.filter((part) => part !== '').join(', ')}</p>
      <dl className={stack['facts']}>
        {relatives.map(
          ([title, ids]) =>
            ids.length > 0 && (
              <div key={title} style={{ display: 'contents' }}>
                <dt>{title}</dt>
                <dd className={styles['relatives']}>
                  {ids.map((relative) => (
                    <Button key={relative} size="small" data-relative onClick={() => onActive(relative)}>
                      {relative}
                    </Button>
                  ))}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
