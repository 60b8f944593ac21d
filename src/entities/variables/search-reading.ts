import type { SearchReading } from '#contract/shapes/entities.ts'

const SYNONYMS_SHOWN = 6

/** The interpretation of the search words, if it differs from the typed text; nearest: no variable matches all words. */
export function readingOfSearch(reading: SearchReading | null, isNearest: boolean): string {
  const { corrections, synonyms } = reading ?? { corrections: [], synonyms: [] }
  return [
    isNearest ? 'No variable matches all words. Nearest matches:' : '',
    ...corrections.map(({ from, to }) => `“${from}” was read as “${to}”.`),
    synonyms.length === 0 ? '' : `Also searched: ${synonyms.map(synonymWords).join('; ')}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function synonymWords({ word, synonyms }: SearchReading['synonyms'][number]): string {
  const shown = synonyms.slice(0, SYNONYMS_SHOWN).join(', ')
  const more = synonyms.length - SYNONYMS_SHOWN
  return `${word} → ${shown}${more > 0 ? ` and ${more} more` : ''}`
}
