import type { Item } from '#server/demo/forms/item.ts'

/** An item in one version of a form, with the names by which SQL finds its chance and its gate. */
export interface AskedItem {
  readonly item: Item
  readonly section: string
  /** Its place in the form, counted from 1. */
  readonly place: number
  /** The place of the item that has to be answered with yes, or null. */
  readonly gatePlace: number | null
  readonly isGate: boolean
  /** Who is asked at all: SQL on the table of subjects. */
  readonly asked: string | null
}

/** SQL: the 64 random bits of a person's answer. */
export function bitsOf({ place }: AskedItem): string {
  return `h${place}`
}

/** SQL: an even chance from 0 to 65,535. */
export function chanceOf({ place }: AskedItem): string {
  return `u${place}`
}

/** SQL: another, independent of the first. */
export function secondChanceOf({ place }: AskedItem): string {
  return `((h${place} >> 24) & 65535)::INTEGER`
}

const ALL_BITS = 2n ** 64n
const PER_MILLE = 1_000n

/** SQL: true but for so many of a thousand, independent of both chances. */
export function isNotBlank({ place }: AskedItem, perMille: number): string {
  return `h${place} >= ${(ALL_BITS * BigInt(perMille)) / PER_MILLE}`
}
