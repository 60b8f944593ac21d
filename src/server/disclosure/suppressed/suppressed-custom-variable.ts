import type { ConstructPreview } from '#contract/custom-variable-drafts.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { GuardContext } from '#server/disclosure/guard/guard-context.ts'
import { DEFAULT, MISSING, NO_RECORD, UNKNOWN, valueLabel } from '#server/disclosure/guard/labels.ts'
import { plus } from '#server/disclosure/suppressed/suppressed-answers.ts'
import { BESIDE, type UnreadableCounts, countRule } from '#server/disclosure/suppressed/variable-counts.ts'
import { type PreviewQuery, previewConstruct } from '#server/engine/counts/custom-variable-preview.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { type CustomVariableRule, isCustom } from '#server/model/variable.ts'

/** `previewConstruct` with disclosure control. */
export async function previewSuppressed(context: GuardContext, query: PreviewQuery): Promise<ConstructPreview> {
  const { connection, bitmaps, guard } = context
  const { rule, cohortId } = query
  const readable = await previewConstruct(connection, bitmaps, { ...query, part: 'readable' })
  const others = await countRule(context, cohortId, rule)
  if (others.leftOut.length === guard.regions.size) return { ...readable, left_out: [...others.leftOut] }
  const add = (count: number | null, label: string) => plus(count, others.counts.get(label) ?? null)
  const values = readable.values.map(({ name, count }, place) => ({
    name,
    count: add(count, valueLabel(place)),
    // Overlaps are counted of readable individuals alone, so they are not shown beside counts of all.
    also_matched: null,
  }))
  const ends = {
    default: rule.defaultValue === null ? 0 : add(readable.default, DEFAULT),
    unknown: add(readable.unknown, UNKNOWN),
    no_record: add(readable.no_record, NO_RECORD),
    no_answer: add(readable.no_answer, MISSING),
  }
  return {
    values,
    ...ends,
    partly_missing: readable.partly_missing && { default: null, unknown: null },
    overlaps: [],
    split: splitOf(
      values.map(({ count }) => count),
      ends,
    ),
    cross:
      query.cross && readable.cross && !isCustom(query.cross)
        ? await addCross(context, query, readable.cross, query.cross)
        : null,
    score: null,
    left_out: [...others.leftOut],
  }
}

type Ends = Pick<ConstructPreview, 'default' | 'unknown' | 'no_record' | 'no_answer'>

function splitOf(values: readonly (number | null)[], ends: Ends): ConstructPreview['split'] {
  const match = values.reduce<number | null>((sum, count) => plus(sum, count), 0)
  const unknown = plus(ends.unknown, ends.no_answer)
  return match === null || unknown === null || ends.default === null || ends.no_record === null
    ? null
    : { match, no_match: ends.default, unknown, no_record: ends.no_record }
}

type Cross = NonNullable<ConstructPreview['cross']>

async function addCross(
  context: GuardContext,
  { rule, cohortId }: PreviewQuery,
  readableCross: Cross,
  cross: CatalogVariable,
): Promise<Cross> {
  const others = await countRule(context, cohortId, rule, cross)
  const readable = new Map(
    readableCross.data.map(([value, answer, count]) => [JSON.stringify([value, answer]), count ?? 0]),
  )
  const values = new Set<string | null>([
    ...rule.possibleValues,
    ...(rule.defaultValue === null ? [] : [rule.defaultValue]),
    UNKNOWN_VALUE,
    null,
  ])
  const answers = new Set<string | null>([
    ...cross.possibleValues,
    ...readableCross.data.map(([, answer]) => answer),
    null,
  ])
  return {
    variable_name: readableCross.variable_name,
    data: [...values].flatMap((value) =>
      [...answers].map((answer): Cross['data'][number] => [
        value,
        answer,
        plus(readable.get(JSON.stringify([value, answer])) ?? 0, crossCount(others, rule, value, answer)),
      ]),
    ),
  }
}

function crossCount(
  { counts }: UnreadableCounts,
  { values, defaultValue }: CustomVariableRule,
  value: string | null,
  answer: string | null,
): number | null {
  const first =
    value === null
      ? [MISSING, NO_RECORD]
      : [
          ...values.flatMap(({ name }, place) => (name === value ? [valueLabel(place)] : [])),
          ...(value === defaultValue ? [DEFAULT] : []),
          ...(value === UNKNOWN_VALUE ? [UNKNOWN] : []),
        ]
  const second = answer === null ? [MISSING, NO_RECORD] : [valueLabel(answer)]
  return first
    .flatMap((one) => second.map((two) => counts.get(`${one}${BESIDE}${two}`) ?? null))
    .reduce<number | null>((sum, count) => plus(sum, count), 0)
}
