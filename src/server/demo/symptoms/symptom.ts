import type { Latent } from '#server/demo/model/latents.ts'

/** A symptom in the forms that questions need: "cry more easily", "crying more easily", "tearfulness". */
export interface Symptom {
  readonly code: string
  readonly base: string
  readonly ing: string
  readonly noun: string
}

/** The symptoms of one part of the field, and when they are at their worst. */
export interface SymptomList {
  readonly latent: Latent
  readonly worst: string
  readonly symptoms: readonly Symptom[]
}

/** Reads a list: a line a symptom, its code and three forms parted by bars. */
export function symptoms(latent: Latent, worst: string, text: string): SymptomList {
  return {
    latent,
    worst,
    symptoms: text
      .trim()
      .split('\n')
      .map((line) => {
        const [code = '', base = '', ing = '', noun = ''] = line.split('|').map((part) => part.trim())
        return { code, base, ing, noun }
      }),
  }
}

/** The list from one symptom to another, both counted from 1. */
export function some(list: SymptomList, first: number, last: number): SymptomList {
  return { ...list, symptoms: list.symptoms.slice(first - 1, last) }
}

/** The same words said of somebody else. */
export function ofAnother(words: string): string {
  return words
    .replaceAll(/\byourself\b/g, 'themselves')
    .replaceAll(/\byour\b/g, 'their')
    .replaceAll(/\byou\*/g, 'them')
    .replaceAll(/\byou\b(?!")/g, 'they')
}

/** The same words as they are said to the person. */
export function ofYou(words: string): string {
  return words.replaceAll('you*', 'you')
}
