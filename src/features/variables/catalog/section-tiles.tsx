import { memo, useState } from 'react'
import { countOf, formatCount } from '#domain/numbers.ts'
import { Button } from '#ui/button.tsx'
import styles from '#features/variables/catalog/section-tiles.module.css'

const TILES_SHOWN = 8

interface SectionTilesProps {
  sections: readonly (readonly [section: string, count: number])[] | undefined
  onChoose: (section: string) => void
}

/** The sections of the interview, before anything is searched: a way in for a reader who does not know its words. */
export const SectionTiles = memo(function SectionTiles({ sections, onChoose }: SectionTilesProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (!sections || sections.length < 2) return null
  const shown = showsAll ? sections : sections.slice(0, TILES_SHOWN)
  return (
    <section className={styles['sections']} aria-label="Sections">
      <ul className={styles['tiles']}>
        {shown.map(([section, count]) => (
          <li key={section}>
            <button type="button" className={styles['tile']} onClick={() => onChoose(section)}>
              <span className={styles['name']} title={section}>
                {section}
              </span>
              <span className={styles['count']}>{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {sections.length > TILES_SHOWN && (
        <Button size="small" variant="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${countOf(sections.length, 'section')}`}
        </Button>
      )}
    </section>
  )
})
