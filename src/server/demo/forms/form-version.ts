import type { FormItem } from '#server/demo/answers/asked-item.ts'
import type { Form } from '#server/demo/forms/form.ts'
import type { Item } from '#server/demo/forms/item.ts'
import { shareOf } from '#server/demo/model/noise.ts'

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
