import type { PedigreeMember } from '#contract/pedigrees.ts'
import { affectedWords, markWords, sexWords } from '#features/cohorts/pedigree-words.ts'
import type { Column } from '#ui/data-table.tsx'
import stack from '#ui/stack.module.css'
import { DataTable } from '#ui/data-table.tsx'

/** The drawing as a list, for those who do not see it and for large families. */
export function PedigreeMembers({ members, hasTrait }: { members: readonly PedigreeMember[]; hasTrait: boolean }) {
  const columns: readonly Column<PedigreeMember>[] = [
    { key: 'id', header: 'Individual', cell: (member) => member.individual_id },
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
        rowKey={(member) => member.individual_id}
      />
    </section>
  )
}
