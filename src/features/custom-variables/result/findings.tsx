import type { ConstructPreview } from '#contract/shapes/entities.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { previewName } from '#features/custom-variables/draft-request.ts'
import { valueTitle } from '#features/custom-variables/draft.ts'
import type { TitleOf } from '#features/custom-variables/result/draft-result.tsx'
import type { CustomVariableBuilder } from '#features/custom-variables/use-custom-variable-builder.ts'
import stack from '#ui/stack.module.css'

interface FindingsProps {
  builder: CustomVariableBuilder
  data: ConstructPreview
  titleOf: TitleOf
}

/** Warnings: overlapping values, empty values, partly missing answers. */
export function Findings({ builder, data, titleOf }: FindingsProps) {
  const { draft, counts } = builder
  const incomplete = new Set([...counts.incomplete].map(previewName))
  const { overlaps, dead } = findingsOf(
    data,
    (name) => !incomplete.has(name),
    draft.defaultKey === null ? null : previewName(draft.defaultKey),
  )
  const partly = data.partlyMissing
  const byDefault = draft.defaultKey === null ? 'the default' : valueTitle(draft, draft.defaultKey)
  const pairs = overlaps.map(({ value, takenBy, count }) =>
    count === null
      ? `${titleOf(value)} and ${titleOf(takenBy)} overlap; ${titleOf(takenBy)} has priority.`
      : `${countOf(count, 'individual')} also match ${titleOf(value)}, but ${titleOf(takenBy)} has priority.`,
  )
  const lines = [
    ...(pairs.length === 1 ? pairs : []),
    ...dead.map(({ value, isTaken }) =>
      isTaken ? `${titleOf(value)} is empty: earlier values match all its individuals.` : `${titleOf(value)} is empty.`,
    ),
    ...(partly?.default
      ? [`${countOf(partly.default, 'individual')} get ${byDefault} by default although a source variable is missing.`]
      : []),
    ...(partly?.unknown
      ? [`${countOf(partly.unknown, 'individual')} are ${UNKNOWN_VALUE} because a source variable is missing.`]
      : []),
  ]
  if ((lines.length === 0 && pairs.length === 0) || counts.data === undefined) return null
  return (
    <section className={stack['section']} aria-label="Warnings">
      <h2>Warnings</h2>
      <ul>
        {pairs.length > 1 && (
          <li>
            <details>
              <summary>
                {countOf(pairs.length, 'pair')} of values overlap: the earlier value takes the individuals that match
                both.
              </summary>
              <ul>
                {pairs.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </details>
          </li>
        )}
        {lines.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}

interface Overlap {
  readonly value: string
  readonly takenBy: string
  /** Null if suppressed. */
  readonly count: number | null
}

interface DeadValue {
  readonly value: string
  /** Whether earlier values take all individuals that its definition matches. */
  readonly isTaken: boolean
}

/** Overlapping values, with the one of higher priority, and empty values. */
export function findingsOf(
  { values, overlaps, default: byDefault }: ConstructPreview,
  isWhole: (name: string) => boolean,
  defaultName: string | null,
): { readonly overlaps: readonly Overlap[]; readonly dead: readonly DeadValue[] } {
  const dead = values.filter(({ name, count }) => {
    const isDefault = name === defaultName
    return isWhole(name) && count === 0 && !(isDefault && byDefault !== 0)
  })
  return {
    overlaps: overlaps.map(({ value, takenBy, count }) => ({ value, takenBy, count })),
    dead: dead.map(({ name, alsoMatched: also }) => ({ value: name, isTaken: (also ?? 0) > 0 })),
  }
}
