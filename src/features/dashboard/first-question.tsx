import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import type { Variable } from '#contract/shapes/entities.ts'
import { variableLookup } from '#contract/variables.ts'
import { formatCount } from '#domain/numbers.ts'
import { textAt } from '#domain/text/text.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { useCatalogStart } from '#features/dashboard/catalog-start.ts'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from '#features/dashboard/screens/dashboard.module.css'
import stack from '#ui/stack.module.css'

/** The screening question that most individuals answered “yes”, which one button makes a cohort. Nothing if there is none. */
export function FirstQuestion() {
  const start = useCatalogStart()
  const questions = start.data?.data
  const lookup = useCall({
    endpoint: variableLookup,
    request: questions?.length ? { variableNames: questions.map(({ variableName }) => variableName) } : null,
    key: 'first-question-answers',
  })
  const [most] = (lookup.data?.data ?? []).flatMap(yesOf).toSorted((one, other) => other.count - one.count)
  if (start.isLoading || lookup.isLoading) {
    return (
      <div className={classNames(stack['section'], styles['first'])}>
        <Skeleton lines={3} />
      </div>
    )
  }
  if (!most) return null
  const { variable, yes, count } = most
  return (
    <section className={classNames(stack['section'], styles['first'])} aria-label="An example">
      <p className={styles['asked']}>{variable.question.replaceAll('|', ' ')}</p>
      <p>
        {formatCount(count)} of {formatCount(variable.observations)} said yes.
      </p>
      <p className={stack['row']}>
        <CommandButton id="cohort.new-subset" args={{ variableName: variable.variableName, equals: yes }} size="small">
          Make this a cohort
        </CommandButton>
        <CommandLink id="variable.show" args={{ variableName: variable.variableName }}>
          {variable.variableName}
        </CommandLink>
      </p>
    </section>
  )
}

function yesOf(variable: Variable) {
  const isYes = (code: string) => /^yes\b/i.test(textAt(variable.valueMapping, code))
  const [yes, count] = variable.topAnswers.find(([code]) => code !== null && isYes(code)) ?? []
  return yes == null || count == null ? [] : [{ variable, yes, count }]
}
