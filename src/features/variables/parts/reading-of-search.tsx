import type { SearchReading } from '#contract/variables.ts'
import stack from '#ui/stack.module.css'

const SYNONYMS_SHOWN = 6

interface ReadingOfSearchProps {
  reading: SearchReading | null
  /** Whether none of the variables found has all the words. */
  isNearest: boolean
}

/** How the words of a search were read, where they were not simply found. */
export function ReadingOfSearch({ reading, isNearest }: ReadingOfSearchProps) {
  const { corrections, synonyms } = reading ?? { corrections: [], synonyms: [] }
  const sentences = [
    isNearest ? 'No variable has all of these words. These come nearest.' : '',
    ...corrections.map(({ from, to }) => `“${from}” was read as “${to}”.`),
    synonyms.length === 0 ? '' : `Also searched: ${synonyms.map(synonymWords).join('; ')}.`,
  ].filter((sentence) => sentence !== '')
  return sentences.length === 0 ? null : (
    <p className={stack['muted']} role="status">
      {sentences.join(' ')}
    </p>
  )
}

function synonymWords({ word, synonyms }: SearchReading['synonyms'][number]): string {
  const shown = synonyms.slice(0, SYNONYMS_SHOWN).join(', ')
  const more = synonyms.length - SYNONYMS_SHOWN
  return `${word} → ${shown}${more > 0 ? ` and ${more} more` : ''}`
}
