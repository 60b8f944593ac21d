import type { PedigreeMember } from '#contract/pedigrees.ts'
import styles from '#features/cohorts/parts/pedigree.module.css'
import { SYMBOL } from '#features/cohorts/pedigree-layout/drawing-measures.ts'

const HALF = SYMBOL / 2

interface PedigreeSymbolProps {
  member: PedigreeMember
  /** Whether a trait is followed: only then is anybody's answer missing. */
  hasTrait: boolean
}

/** Somebody as pedigrees draw them: a square for a man, a circle for a woman, filled where affected. */
export function PedigreeSymbol({ member, hasTrait }: PedigreeSymbolProps) {
  const { affected, placeholder, deceased, proband } = member
  return (
    <g className={styles['symbol']} data-affected={affected === true} data-placeholder={placeholder}>
      <Outline sex={member.sex} />
      {hasTrait && affected === null && !placeholder && (
        <text y={4.5} textAnchor="middle" className={styles['mark']}>
          ?
        </text>
      )}
      {deceased && <path className={styles['stroke']} d={`M${-HALF - 6} ${HALF + 6}L${HALF + 6} ${-HALF - 6}`} />}
      {proband && <path className={styles['arrow']} d={`M${-HALF - 17} ${HALF + 8}l13 -8m0 0l-7.5 0m7.5 0l-4 6`} />}
    </g>
  )
}

function Outline({ sex }: Pick<PedigreeMember, 'sex'>) {
  if (sex === 'M') return <rect x={-HALF} y={-HALF} width={SYMBOL} height={SYMBOL} />
  if (sex === 'F') return <circle r={HALF} />
  return <path d={`M0 ${-HALF - 3}L${HALF + 3} 0L0 ${HALF + 3}L${-HALF - 3} 0Z`} />
}
