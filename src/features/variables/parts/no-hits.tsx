import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { NO_RESULTS } from '#domain/messages.ts'
import { catalogAtom } from '#entities/variables/variables.ts'
import { suggestedSearch, wordsApart } from '#features/variables/spelling-suggestion.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Debounce before suggestions, in milliseconds. */
const PAUSE = 250

interface NoHitsProps {
  search: string
  onSearch: (text: string) => void
  isFiltered: boolean
}

/** No hits: suggests spellings from the catalog's vocabulary, and other steps. */
export default function NoHits({ search, onSearch, isFiltered }: NoHitsProps) {
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
