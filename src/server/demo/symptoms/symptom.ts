import type { Latent } from '#server/demo/model/collections.ts'

/** A symptom in three grammatical forms: "cry more easily", "crying more easily", "tearfulness". */
export interface Symptom {
  readonly code: string
  readonly base: string
  readonly ing: string
  readonly noun: string
}

/** The symptoms of one topic, and the phrase for their worst period. */
export interface SymptomList {
  readonly latent: Latent
  readonly worst: string
  readonly symptoms: readonly Symptom[]
}

/** The rows of a list: one a line, with columns separated by bars. */
export function rowsIn(text: TemplateStringsArray): string[][] {
  const lines = text.join('').trim().split('\n')
  return lines.map((line) => line.split('|').map((part) => part.trim()))
}

/** Parses a list, one symptom a line: code and three forms, separated by bars. */
export function symptoms(latent: Latent, worst: string): (text: TemplateStringsArray) => SymptomList {
  return (text) => ({
    latent,
    worst,
    symptoms: rowsIn(text).map(([code = '', base = '', ing = '', noun = '']) => ({ code, base, ing, noun })),
  })
}

export function some(list: SymptomList, first: number, last: number): SymptomList {
  return { ...list, symptoms: list.symptoms.slice(first - 1, last) }
}

/** Rewords a question for a third person. */
export function ofAnother(words: string): string {
  return words
    .replaceAll(/\byourself\b/g, 'themselves')
    .replaceAll(/\byour\b/g, 'their')
    .replaceAll(/\byou\*/g, 'them')
    .replaceAll(/\byou\b(?!")/g, 'they')
}

/** Rewords a question for the second person. */
export function ofYou(words: string): string {
  return words.replaceAll('you*', 'you')
}
