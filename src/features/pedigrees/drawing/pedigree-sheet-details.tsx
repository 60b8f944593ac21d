import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Cohort, PedigreeDrawing as Pedigree } from '#contract/shapes/entities.ts'
import { cohortKind } from '#domain/cohorts/cohorts.ts'
import { countOf, formatCount } from '#domain/numbers.ts'
import { cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { Sizes } from '#entities/cohorts/counts/pedigree-totals.tsx'
import { sexWords } from '#features/pedigrees/drawing/pedigree-drawing.tsx'
import { kinshipOf } from '#features/pedigrees/layout/kinship.ts'
import { generationsOf } from '#features/pedigrees/layout/layout.ts'
import stack from '#ui/stack.module.css'

interface PedigreeFactsProps {
  pedigree: Pedigree
  hasTrait: boolean
}

/** The numbers of one family. */
export function PedigreeFacts({ pedigree: { familyId, members, affected }, hasTrait }: PedigreeFactsProps) {
  const generations = useMemo(() => new Set(generationsOf(kinshipOf(members)).values()).size, [members])
  const ofSex = (sex: string | null) => members.filter((member) => sexWords(member.sex) === sexWords(sex)).length
  const [men, women, others] = [ofSex('M'), ofSex('F'), ofSex(null)]
  const sexes = [
    men > 0 ? countOf(men, 'man', 'men') : '',
    women > 0 ? countOf(women, 'woman', 'women') : '',
    others > 0 ? `${formatCount(others)} unknown` : '',
  ]
  const marked = [
    ['Affected', hasTrait ? affected : 0],
    ['Answer missing', hasTrait ? members.filter((each) => each.affected === null && !each.placeholder).length : 0],
    ['Probands', members.filter(({ proband }) => proband).length],
    ['Deceased', members.filter(({ deceased }) => deceased).length],
    ['Placeholders', members.filter(({ placeholder }) => placeholder).length],
  ] as const
  return (
    <section className={stack['section']} aria-label="Focused pedigree" aria-live="polite">
      <h2>{familyId}</h2>
      <dl className={stack['facts']}>
        <dt>Members</dt>
        <dd>{formatCount(members.length)}</dd>
        <dt>Generations</dt>
        <dd>{formatCount(generations)}</dd>
        <dt>Sex</dt>
        <dd>{sexes.filter(Boolean).join(', ')}</dd>
        {marked.map(
          ([words, count]) =>
            count > 0 && (
              <div key={words} style={{ display: 'contents' }}>
                <dt>{words}</dt>
                <dd>{formatCount(count)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

interface FamilySpreadsProps {
  cohort: Cohort
  /** The drawn ones. */
  pedigrees: readonly Pedigree[]
  hasTrait: boolean
  /** Whether the trait is the criterion of the cohort. */
  isOwnTrait: boolean
}

type Spread = readonly (readonly [number: number, families: number])[]

/**
 * Families by number of members and of affected members: those of the cohort, if its summary has them for this trait,
 * otherwise the drawn ones.
 */
export function FamilySpreads({ cohort, pedigrees, hasTrait, isOwnTrait }: FamilySpreadsProps) {
  const summary = useAtomValue(cohortSummaryAtom(cohort.cohortId))
  const totals = cohortKind(cohort.constraintType) === 'pedigree' ? (summary.data?.totals ?? null) : null
  if (summary.isPending) return null
  const isWhole = totals !== null && totals.bySize.length > 0
  const sizes = isWhole ? totals.bySize : spreadOf(pedigrees.map(({ members }) => members.length))
  const isWholeTrait = isWhole && isOwnTrait
  const affected = isWholeTrait ? totals.byAffected : spreadOf(pedigrees.map((each) => each.affected))
  return (
    <>
      <Spread title="Members per pedigree" spread={sizes} isWhole={isWhole} />
      {hasTrait && <Spread title="Affected per pedigree" spread={affected} isWhole={isWholeTrait} />}
    </>
  )
}

function spreadOf(numbers: readonly number[]): Spread {
  const families = new Map<number, number>()
  for (const number of numbers) families.set(number, (families.get(number) ?? 0) + 1)
  return [...families]
}

function Spread({ title, spread, isWhole }: { title: string; spread: Spread; isWhole: boolean }) {
  const families = spread.reduce((sum, [, count]) => sum + count, 0)
  return (
    <section className={stack['section']} aria-label={title}>
      <h2>{title}</h2>
      <Sizes title={title} spread={spread} families={families} />
      <p className={stack['muted']}>
        {isWhole
          ? `All ${countOf(families, 'pedigree')} of the cohort.`
          : `Only the ${countOf(families, 'pedigree')} on this page.`}
      </p>
    </section>
  )
}
