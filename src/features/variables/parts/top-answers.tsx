import type { Variable } from '#contract/shapes.ts'
import { isCoded, isPersonal } from '#domain/data-types.ts'
import { TOP_ANSWERS_SHOWN } from '#domain/limits.ts'
import { countOf, formatCount, formatShare } from '#domain/numbers.ts'
import { valueWords } from '#entities/value-words.ts'
import { BarList } from '#ui/bar-list.tsx'
import { Notice } from '#ui/notice.tsx'
import stack from '#ui/stack.module.css'

/** The commonest answers as bars, with what the codes mean; and the codes that nobody answered. */
export function TopAnswers({ variable }: { variable: Variable }) {
  const given = variable.top_answers.map(([value, count], index) => ({
    key: value ?? `hidden-${index}`,
    label: value === null ? 'values that you may not see' : valueWords(variable, value),
    count: count ?? 0,
  }))
  const answered = new Set(variable.top_answers.map(([value]) => value))
  const isWhole = variable.top_answers.length < TOP_ANSWERS_SHOWN
  const rest =
    isCoded(variable.data_type) && isWhole
      ? variable.possible_values
          .filter((value) => !answered.has(value))
          .map((value) => ({ key: value, label: valueWords(variable, value), count: 0 }))
      : []

  if (variable.observations === 0 && rest.length === 0) {
    return (
      <Notice title="Nobody has answered this.">
        {isPersonal(variable.data_type)
          ? 'Values of a person are shown only for collections that you may read.'
          : undefined}
      </Notice>
    )
  }
  return (
    <>
      <BarList
        label="Top answers"
        bars={[...given, ...rest]}
        format={formatCount}
        share={(count) => formatShare(count, variable.observations)}
      />
      <p className={stack['muted']}>
        {!isWhole && `The ${TOP_ANSWERS_SHOWN} commonest answers. `}Percent of{' '}
        {countOf(variable.observations, 'observation')}.
      </p>
    </>
  )
}
