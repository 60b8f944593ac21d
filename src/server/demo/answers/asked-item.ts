import type { Item } from '#server/demo/forms/item.ts'

export interface FormItem {
  readonly item: Item
  readonly section: string
  /** Position in the form, counted from 1. */
  readonly place: number
  /** Position of the gate item, which must be answered with yes; null without a gate. */
  readonly gatePlace: number | null
  readonly isGate: boolean
  /** SQL on the table of subjects: who is asked the item; null for all. */
  readonly condition: string | null
}

/** SQL: the 64 random bits of an answer. */
export function bitsOf({ place }: FormItem): string {
  return `h${place}`
}

/** SQL: a uniform number from 0 to 65,535. */
export function chanceOf({ place }: FormItem): string {
  return `u${place}`
}

/** SQL: a second uniform number, independent of the first. */
export function secondChanceOf({ place }: FormItem): string {
  return `((h${place} >> 24) & 65535)::INTEGER`
}

const ALL_BITS = 2n ** 64n
const PER_MILLE = 1_000n

/** SQL: false for so many per mille, independent of both uniform numbers. */
export function isNotBlank({ place }: FormItem, perMille: number): string {
  return `h${place} >= ${(ALL_BITS * BigInt(perMille)) / PER_MILLE}`
}
