import { plainNumber } from '#domain/data-types/number.ts'

/** The declared code of an answer, or null: the same text, or the only level of the same number ("1.0" is "1"). */
export function levelOf(answer: string, levels: ReadonlyMap<string, string>): string | null {
  if (levels.has(answer)) return answer
  const number = plainNumber(answer)
  if (number === null) return null
  const same = [...levels.keys()].filter((code) => plainNumber(code) === number)
  return same.length === 1 ? (same[0] ?? null) : null
}

/** Codes in numeric order where all are numbers, else in the order of appearance. */
export function orderedCodes(codes: Iterable<string>): string[] {
  const list = [...codes]
  const numbers = new Map(list.map((code) => [code, plainNumber(code)]))
  if ([...numbers.values()].includes(null)) return list
  return list.sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0))
}
