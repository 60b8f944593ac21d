import { useMemo } from 'react'
import { foldText, searchWords } from '#domain/text/text.ts'

interface HighlightedProps {
  text: string
  search: string
  /** Words to mark instead of the search's own. */
  marks?: readonly string[] | undefined
}

/** Marks the beginnings of words that match the search. */
export function Highlighted({ text, search, marks }: HighlightedProps) {
  const parts = useMemo(() => markedParts(text, marks ?? searchWords(search)), [text, search, marks])
  return parts.map((part) => (part.isMarked ? <mark key={part.start}>{part.text}</mark> : part.text))
}

interface Part {
  /** Index in the text. */
  readonly start: number
  readonly text: string
  readonly isMarked: boolean
}

export function markedParts(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) return [{ start: 0, text, isMarked: false }]
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const word = foldText(match[0])
    let longest = 0
    for (const wanted of words) if (wanted.length > longest && word.startsWith(wanted)) longest = wanted.length
    if (longest === 0) continue
    const length = foldedLength(match[0], longest)
    parts.push({ start: end, text: text.slice(end, match.index), isMarked: false })
    end = match.index + length
    parts.push({ start: match.index, text: text.slice(match.index, end), isMarked: true })
  }
  parts.push({ start: end, text: text.slice(end), isMarked: false })
  return parts.filter((part) => part.text !== '')
}

/** Length in the written word of a folded prefix: combining accents count as characters. */
function foldedLength(word: string, folded: number): number {
  for (let length = 1; length <= word.length; length++) {
    if (foldText(word.slice(0, length)).length >= folded && !/^\p{M}/u.test(word.slice(length))) return length
  }
  return word.length
}
