import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { catalogAtom } from '#entities/variables/variables.ts'
import { suggestedSearch, wordsApart } from '#features/variables/spelling-suggestion.ts'
import { Button } from '#ui/button.tsx'

interface SearchSuggestionsProps {
  search: string
  onSearch: (text: string) => void
}

/** Searches with hits. The whole catalog is fetched only for a suggestion. */
export default function SearchSuggestions({ search, onSearch }: SearchSuggestionsProps) {
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
