import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { CommandButton } from '#command-kit/command-button.tsx'
import { NO_RESULTS } from '#domain/messages.ts'
import { catalogAtom } from '#entities/variables.ts'
import { suggestedSearch, wordsApart } from '#features/variables/spelling-suggestion.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Milliseconds after the last letter: who types on has not misspelt yet. */
const PAUSE = 250

interface NoHitsProps {
  search: string
  onSearch: (text: string) => void
  isFiltered: boolean
}

/** Nothing was found: what may have been meant, by the catalog's own words, and what else may help. */
export function NoHits({ search, onSearch, isFiltered }: NoHitsProps) {
  // That there is nothing is said at once; what was meant is looked for when the typing pauses.
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
      Every word must begin a word of the variable’s name, question or value meanings. Try fewer or shorter words.
    </Notice>
  )
}

/** Searches that find something. The whole catalog is asked for only where somebody is to be told. */
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
