import { readKind, type Item } from '#server/demo/forms/item.ts'
import type { Latent } from '#server/demo/model/latents.ts'
import { ofAnother, ofYou, type SymptomList } from '#server/demo/symptoms/symptom.ts'

/** A part of a form that is about one thing. */
export interface Section {
  readonly title: string
  readonly items: readonly Item[]
  /** Whether those under sixteen skip it. */
  readonly adultsOnly?: boolean
}

/** Puts the items of all parts into one section. */
export function section(title: string, ...parts: readonly (readonly Item[])[]): Section {
  return { title, items: parts.flat() }
}

/**
 * Reads items, a line each: `CODE kind | question | other words to find it by`. A "?" before the code makes the item a
 * gate, a "-" asks it only where the last gate was answered with yes.
 */
export function items(latent: Latent, text: string): Item[] {
  let gate: string | null = null
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', question = '', tags = ''] = line.split('|').map((part) => part.trim())
      const [, mark = '', code = '', kind = ''] = /^([?-]?)\s*(\S+)\s+(.*)$/.exec(head) ?? []
      const item = { code, question, kind: readKind(kind), latent, gate: mark === '-' ? gate : null, tags }
      if (mark === '?') gate = code
      else if (mark !== '-') gate = null
      return item
    })
}

/** The same section, skipped by those under sixteen. */
export function ofAdults(section: Section): Section {
  return { ...section, adultsOnly: true }
}

/** How a symptom is asked about: a line a way, `kind | question with {base}, {ing}, {noun} or {worst}`. */
export interface Asking {
  readonly ending: string
  readonly isOfAnother: boolean
  readonly ways: readonly { readonly kind: string; readonly question: string }[]
}

/** Reads ways of asking; the ending sets the names of its variables apart from those of other ways. */
export function asking(ending: string, text: string, isOfAnother = false): Asking {
  const ways = text
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', question = ''] = line.split('|').map((part) => part.trim())
      return { kind, question }
    })
  return { ending, isOfAnother, ways }
}

/** A question for each symptom of a list; neighbours are asked in different ways. */
export function ask({ latent, worst, symptoms }: SymptomList, how: Asking, gate: string | null = null): Item[] {
  const said = how.isOfAnother ? ofAnother : ofYou
  return symptoms.map((symptom, place) => {
    // Steps of three and a turn after each round keep lists of like length from falling into step with the ways.
    const turn = Math.floor(place / how.ways.length)
    const way = how.ways[(place * 3 + turn + symptoms.length + symptom.code.length) % how.ways.length]
    if (!way) throw new Error('A way of asking is missing.')
    const question = way.question
      .replace('{base}', said(symptom.base))
      .replace('{ing}', said(symptom.ing))
      .replace('{noun}', symptom.noun)
      .replace('{worst}', said(worst))
    const code = how.ending === '' ? symptom.code : `${symptom.code}_${how.ending}`
    const sentence = question.charAt(0).toUpperCase() + question.slice(1)
    return { code, question: sentence, kind: readKind(way.kind), latent, gate, tags: symptom.noun }
  })
}
