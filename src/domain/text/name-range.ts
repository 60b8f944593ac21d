import { formatCount } from '#domain/numbers.ts'

const NUMBERED = /^(.*?)(\d+)$/su

type NameRange = { readonly names: readonly string[] } | { readonly problem: string }

/** The names from the first to the last, which differ only in the number at their end: PHQ_1, PHQ_2 … PHQ_9. */
export function namesInRange(first: string, last: string, most: number): NameRange {
  const [, stem = '', from = ''] = NUMBERED.exec(first) ?? []
  const [, lastStem = '', to = ''] = NUMBERED.exec(last) ?? []
  if (from === '' || to === '' || stem.toUpperCase() !== lastStem.toUpperCase()) {
    return { problem: `${first}..${last}: both names end with a number, and are equal before it.` }
  }
  const length = Number(to) - Number(from) + 1
  if (length < 1) return { problem: `${first}..${last}: the first number is the smaller one.` }
  if (length > most) return { problem: `A range has at most ${formatCount(most)} names.` }
  const width = from.startsWith('0') ? from.length : 0
  const numbers = Array.from({ length }, (_, place) => String(Number(from) + place).padStart(width, '0'))
  return { names: numbers.map((number) => stem + number) }
}
