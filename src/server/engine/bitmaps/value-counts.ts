import type { Reader } from '#domain/access.ts'
import { mayRead } from '#domain/access.ts'
import { isPersonal } from '#domain/data-types.ts'
import { FIRST_ANSWER, type AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import type { CodeCount } from '#server/engine/bitmaps/counts-by-code.ts'
import { customCodes } from '#server/engine/bitmaps/custom-codes.ts'
import type { StratumCount } from '#server/engine/sources/count-answers.ts'
import { hasPlaces, isCustom, type AnyVariable } from '#server/model/variable.ts'
import { eachWithPauses } from '#server/platform/scheduling/yield.ts'

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
export async function countsByValue(
  counts: readonly CodeCount[],
  { answers }: AnswerCodes,
  variable: AnyVariable,
  reader: Reader,
  pause: () => Promise<void>,
): Promise<Omit<StratumCount, 'state'>[]> {
  const isHidden = (collection: string) => isPersonal(variable.dataType) && !mayRead(reader, collection)
  const names = [...new Set(answers.map(({ shown }) => shown))]
  const values: (string | null)[] = [...(isCustom(variable) ? names.sort(byCodePoint) : names), null]
  const last = values.length - 1
  const placeOf = new Map(values.map((value, place) => [value, place]))
  const placeOfAnswer = answers.map(({ shown }) => placeOf.get(shown) ?? last)
  const byValue = values.map((): Writable<StratumCount>[] => [])
  await eachWithPauses(counts, pause, ({ code, stratum, count }) => {
    const place = isHidden(stratum.collection) ? last : (placeOfAnswer[code - FIRST_ANSWER] ?? last)
    const rows = byValue[place] ?? []
    const before = rows.at(-1)
    // Codes without a value, and values with equal names, are one.
    if (before?.stratum === stratum) before.count += count
    else rows.push({ stratum, value: values[place] ?? null, count })
  })
  return byValue.flat()
}

type Writable<Row> = { -readonly [Field in Exclude<keyof Row, 'state'>]: Row[Field] }

/** The order of texts in databases; JavaScript compares UTF-16 units. */
export function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
