import type { FormItem } from '#server/demo/answers/form-item.ts'
import type { Item } from '#server/demo/forms/item.ts'
import { shareOf } from '#server/demo/model/noise.ts'

/** A section of a form with one topic. */
export interface Section {
  readonly title: string
  readonly items: readonly Item[]
  /** Whether subjects under sixteen skip it. */
  readonly adultsOnly: boolean
}

export interface Form {
  /** Prefix of its variable names. */
  readonly code: string
  readonly instrument: string
  /** Oldest first. */
  readonly versions: readonly string[]
  /** The version whose variable names have no prefix; null for none. */
  readonly bareVersion: string | null
  /** Who is given the form: a condition on the table of subjects. */
  readonly subjects: string
  /** The share of them that completed the form. */
  readonly share: number
  readonly sections: readonly Section[]
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

/** The versions of a form. Each lacks a few items, but never a gate. */
export function versionsOf(form: Form): FormVersion[] {
  return form.versions.map((version, index) => {
    const isKept = (item: Item) =>
      form.versions.length === 1 || !isLeftOut(item, version, index === form.versions.length - 1)
    const kept = form.sections.flatMap((section) => {
      const gates = new Set(section.items.map((item) => item.gate))
      return section.items
        .filter((item) => gates.has(item.code) || isKept(item))
        .map((item) => ({ item, section: section.title, adults: section.adultsOnly }))
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
        condition: item.isOfWomen ? `sex = 'F'` : adults ? 'age >= 16' : null,
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
