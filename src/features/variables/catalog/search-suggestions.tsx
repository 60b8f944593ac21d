import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import type { VariableHit } from '#contract/shapes/entities.ts'
import { NO_RESULTS } from '#domain/messages.ts'
import { completeVariableQuery, formValues } from '#domain/search/variable-query.ts'
import { isBeginning, likelyWord, vocabularyOf, type Vocabulary } from '#domain/text/spelling.ts'
import { searchWords } from '#domain/text/text.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

const NO_HITS: readonly VariableHit[] = []

/** Completions of the last term of the search, such as the values of `type:`. */
export function QueryCompletions({
  id,
  text,
  hits = NO_HITS,
}: {
  id: string
  text: string
  hits?: readonly VariableHit[] | undefined
}) {
  const cohorts = useAtomValue(cohortsAtom).data
  const values = useMemo(() => {
    const contributors = hits.flatMap((hit) => hit.contributors)
    return {
      form: formValues(contributors),
      section: [...new Set(contributors.map(({ section }) => section))].toSorted(),
      cohort: [...new Set(cohorts?.map(({ name }) => name))],
    }
  }, [hits, cohorts])
  return (
    <datalist id={id}>
      {completeVariableQuery(text, values).map((completed) => (
        <option key={completed}>{completed}</option>
      ))}
    </datalist>
  )
}

/** Debounce before suggestions, in milliseconds. */
const PAUSE = 250

interface NoHitsProps {
  search: string
  onSearch: (text: string) => void
  isFiltered: boolean
}

/** No hits: suggests spellings from the catalog's vocabulary, and other steps. */
export function NoHits({ search, onSearch, isFiltered }: NoHitsProps) {
  // Report no hits at once; compute suggestions when the typing pauses.
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), PAUSE)
    return () => clearTimeout(timer)
  }, [search])
  return (
    <Notice
      title={NO_RESULTS}
      actions={
        <>
          {settled === search && <Suggestions search={search} onSearch={onSearch} />}
          {isFiltered && <CommandButton id="list.clear-filters" args={{}} />}
        </>
      }
    >
      Each word must be the start of a word in the name, question or value meanings. Try fewer or shorter words.
    </Notice>
  )
}

/** Searches with hits. The whole catalog is fetched only for a suggestion. */
function Suggestions({ search, onSearch }: Pick<NoHitsProps, 'search' | 'onSearch'>) {
  const catalog = useAtomValue(catalogAtom).data
  const suggestions = useMemo(() => {
    if (!catalog) return []
    const likely = suggestedSearch(search, catalog)
    return likely === null ? wordsApart(search, catalog) : [likely]
  }, [search, catalog])
  return suggestions.map((text) => (
    <Button key={text} onClick={() => onSearch(text)}>
      Search for “{text}”
    </Button>
  ))
}

const vocabularies = new WeakMap<readonly VariableHit[], Vocabulary>()

/** The vocabulary of names and questions, computed once per catalog. */
function wordsOf(catalog: readonly VariableHit[]): Vocabulary {
  const known = vocabularies.get(catalog)
  if (known) return known
  const uses = new Map<string, number>()
  for (const { variableName: name, question } of catalog) {
    for (const word of searchWords(`${name} ${question}`)) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const vocabulary = vocabularyOf(uses)
  vocabularies.set(catalog, vocabulary)
  return vocabulary
}

/** The search with unknown words corrected to the catalog's vocabulary; null if nothing is close. */
export function suggestedSearch(search: string, catalog: readonly VariableHit[]): string | null {
  const vocabulary = wordsOf(catalog)
  let isChanged = false
  const words = searchWords(search).map((word) => {
    const likely = likelyWord(word, vocabulary)
    if (likely === null) return word
    isChanged = true
    return likely
  })
  return isChanged ? words.join(' ') : null
}

/** The search words that match individually, but not all in one variable. */
export function wordsApart(search: string, catalog: readonly VariableHit[]): readonly string[] {
  const words = [...new Set(searchWords(search))]
  return words.length < 2 ? [] : words.filter((word) => isBeginning(word, wordsOf(catalog)))
}
