import { foldText } from '#domain/text/text.ts'
import { isApple, spokenKeys } from '#ui/key-names.ts'

interface Described {
  /** Title, help and other words. */
  readonly words: readonly string[]
  readonly seqs: readonly string[]
}

/** Whether a text begins a key sequence of a command, or all of its words are in the command's. */
export function findsCommand(text: string, { words, seqs }: Described): boolean {
  const wanted = foldText(text.trim())
  const written = seqs.flatMap((seq) => [seq, seq.replaceAll(' ', ''), spokenKeys(seq, isApple())])
  if (wanted === '' || written.some((one) => foldText(one).startsWith(wanted))) return true
  const all = foldText(words.join(' '))
  // A single letter is a key.
  return wanted.split(/\s+/).every((word) => word.length > 1 && all.includes(word))
}
