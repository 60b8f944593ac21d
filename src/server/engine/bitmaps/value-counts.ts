import type { Reader } from '#domain/access.ts'
import { mayRead } from '#domain/access.ts'
import { isPersonal } from '#domain/data-types.ts'
import { FIRST_ANSWER, type AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import type { CodeCount } from '#server/engine/bitmaps/counts-by-code.ts'
import { customCodes } from '#server/engine/bitmaps/custom-codes.ts'
import type { StratumCount } from '#server/engine/sources/count-answers.ts'
import { hasPlaces, isCustom, type AnyVariable } from '#server/model/variable.ts'

/** The codes of any variable; null for scores and for variables with too many distinct answers. */
export async function codesOfVariable(
  data: BitmapData,
  variable: AnyVariable,
  reader: Reader,
): Promise<AnswerCodes | null> {
  if (!isCustom(variable)) return data.codesOf(variable)
  return hasPlaces(variable) ? customCodes(data, variable, reader) : null
}

/**
 * Counts by shown value and stratum, in the order of the values, those without a value last. Identifying values are
 * shown of readable individuals only.
 */
export function countsByValue(
  counts: readonly CodeCount[],
  { answers }: AnswerCodes,
  variable: AnyVariable,
  reader: Reader,
): Omit<StratumCount, 'state'>[] {
  const isHidden = (collection: string) => isPersonal(variable.dataType) && !mayRead(reader, collection)
  const byValue = new Map<string | null, Omit<StratumCount, 'state'>[]>()
  for (const { code, stratum, count } of counts) {
    const value = isHidden(stratum.collection) ? null : (answers[code - FIRST_ANSWER]?.shown ?? null)
    const rows = byValue.get(value) ?? []
    byValue.set(value, rows)
    const last = rows.at(-1)
    // Codes without a value, and values with equal names, are one.
    if (last?.stratum === stratum) rows[rows.length - 1] = { ...last, count: last.count + count }
    else rows.push({ stratum, value, count })
  }
  const shown = answers.map((answer) => answer.shown)
  const ordered = isCustom(variable) ? [...new Set(shown)].sort(byCodePoint) : shown
  return [...ordered, null].flatMap((value) => byValue.get(value) ?? [])
}

/** As databases order texts; JavaScript compares UTF-16 units. */
export function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
