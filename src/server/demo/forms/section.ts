import type { FormItem } from '#server/demo/answers/form-item.ts'
import { readKind, type Item } from '#server/demo/forms/item.ts'
import type { Latent } from '#server/demo/model/collections.ts'
import { shareOf } from '#server/demo/model/noise.ts'
import { ofAnother, ofYou, rowsIn, type SymptomList } from '#server/demo/symptoms/symptom.ts'

/** A section of a form with one topic. */
export interface Section {
  readonly title: string
  readonly items: readonly Item[]
  /** Whether subjects under sixteen skip it. */
  readonly adultsOnly?: boolean
}

/** Joins lists of items into one section. */
export function section(title: string, ...parts: readonly (readonly Item[])[]): Section {
  return { title, items: parts.flat() }
}

/**
 * Parses items, one a line: `CODE kind | question | search terms`. "?" before the code marks a gate; "-" asks the item
 * only after a yes to the last gate.
 */
export function items(latent: Latent): (text: TemplateStringsArray) => Item[] {
  return (text) => {
    let gate: string | null = null
    return rowsIn(text).map(([head = '', question = '', tags = '']) => {
      const [, mark = '', code = '', kind = ''] = /^([?-]?)\s*(\S+)\s+(.*)$/.exec(head) ?? []
      const item = { code, question, kind: readKind(kind), latent, gate: mark === '-' ? gate : null, tags }
      if (mark === '?') gate = code
      else if (mark !== '-') gate = null
      return item
    })
  }
}

/** The same section, skipped by subjects under sixteen. */
export function ofAdults(section: Section): Section {
  return { ...section, adultsOnly: true }
}

/** Question templates of a symptom, one a line: `kind | question with {base}, {ing}, {noun} or {worst}`. */
export interface Asking {
  readonly ending: string
  readonly isOfAnother: boolean
  readonly templates: readonly { readonly kind: string; readonly question: string }[]
}

/** Parses question templates; the suffix distinguishes variable names. */
export function asking(ending: string, isOfAnother = false): (text: TemplateStringsArray) => Asking {
  return (text) => ({
    ending,
    isOfAnother,
    templates: rowsIn(text).map(([kind = '', question = '']) => ({ kind, question })),
  })
}

/** A question for each symptom of a list; neighbours get different templates. */
export function ask({ latent, worst, symptoms }: SymptomList, how: Asking, gate: string | null = null): Item[] {
  const words = how.isOfAnother ? ofAnother : ofYou
  return symptoms.map((symptom, place) => {
    // Steps of three plus a shift after each round, so that lists of equal length get different templates.
    const shift = Math.floor(place / how.templates.length)
    const template = how.templates[(place * 3 + shift + symptoms.length + symptom.code.length) % how.templates.length]
    if (!template) throw new Error('A way of asking is missing.')
    const question = template.question
      .replace('{base}', words(symptom.base))
      .replace('{ing}', words(symptom.ing))
      .replace('{noun}', symptom.noun)
      .replace('{worst}', words(worst))
    const code = how.ending === '' ? symptom.code : `${symptom.code}_${how.ending}`
    const sentence = question.charAt(0).toUpperCase() + question.slice(1)
    return { code, question: sentence, kind: readKind(template.kind), latent, gate, tags: symptom.noun }
  })
}

export interface Form {
  /** Prefix of its variable names. */
  readonly code: string
  readonly instrument: string
  /** Oldest first. */
  readonly versions: readonly string[]
  /** The version whose variable names have no prefix. */
  readonly bareVersion?: string
  /** Who is given the form: a condition on the table of subjects. */
  readonly given: string
  /** The share of them that completed the form. */
  readonly share: number
  readonly sections: readonly Section[]
}

type FormOptions = Pick<Form, 'given' | 'share' | 'bareVersion'> & Partial<Pick<Form, 'versions'>>

/** A form in two versions, unless the options name others. */
export function form(
  code: string,
  instrument: string,
  { versions = ['1', '2'], ...options }: FormOptions,
  sections: readonly Section[],
): Form {
  return { code, instrument, versions, ...options, sections }
}

export interface FormVersion {
  readonly form: Form
  readonly version: string
  /** Counted from 1. */
  readonly versionNo: number
  readonly items: readonly FormItem[]
}

/** Share of the items of other versions that a version lacks. */
const LEFT_OUT = 0.05

/** Questions for women only. */
const OF_WOMEN = new Set(['MOOD_LOW_MONTHLY', 'WEIGHT_PERIODS', 'ALCOHOL_PREGNANCY', 'PREGNANT', 'PERIODS_MISSED'])

/** The versions of a form. Each lacks a few items, but never a gate. */
export function versionsOf(form: Form): FormVersion[] {
  return form.versions.map((version, index) => {
    const isKept = (item: Item) =>
      form.versions.length === 1 || !isLeftOut(item, version, index === form.versions.length - 1)
    const kept = form.sections.flatMap((section) => {
      const gates = new Set(section.items.map((item) => item.gate))
      return section.items
        .filter((item) => gates.has(item.code) || isKept(item))
        .map((item) => ({ item, section: section.title, adults: section.adultsOnly ?? false }))
    })
    const places = new Map(kept.map(({ item }, place) => [item.code, place + 1]))
    const gates = new Set(kept.map(({ item }) => item.gate))
    return {
      form,
      version,
      versionNo: index + 1,
      items: kept.map(({ item, section, adults }, place) => ({
        item,
        section,
        place: place + 1,
        gatePlace: item.gate === null ? null : (places.get(item.gate) ?? null),
        isGate: gates.has(item.code),
        condition: OF_WOMEN.has(item.code) ? `sex = 'F'` : adults ? 'age >= 16' : null,
      })),
    }
  })
}

function isLeftOut(item: Item, version: string, isNewest: boolean): boolean {
  return !isNewest && shareOf(`${item.code}/${version}`) < LEFT_OUT
}

/** The name of an item's variable in a version of its form. */
export function variableName({ form, version, versionNo }: FormVersion, item: Item): string {
  if (version === form.bareVersion) return item.code
  return `${form.code}${form.versions.length === 1 ? '' : versionNo}_${item.code}`
}
