import { useAtomValue } from 'jotai'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { variableLookup, variableSearch } from '#contract/variables.ts'
import { formatCount } from '#domain/numbers.ts'
import { textAt } from '#domain/text/text.ts'
import { useCall } from '#entities/server-state/resource.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { classNames } from '#ui/class-names.ts'
import styles from '#features/dashboard/screens/dashboard.module.css'
import stack from '#ui/stack.module.css'

/** A screening question with the number of its “yes”, which one button makes a cohort. Nothing if there is none. */
export function FirstQuestion() {
  const hasFacets = useAtomValue(capabilitiesAtom).includes('facets')
  const search = useCall({
    endpoint: variableSearch,
    request: hasFacets ? { searchString: 'low mood', searchType: 'question', facets: true, limit: 1 } : null,
    key: 'first-question',
  })
  const name = search.data?.data[0]?.variableName
  const lookup = useCall({
    endpoint: variableLookup,
    request: name === undefined ? null : { variableNames: [name] },
    key: 'first-question-answers',
  })
  const variable = lookup.data?.data[0]
  if (!variable) return null
  const isYes = (code: string) => /^yes\b/i.test(textAt(variable.valueMapping, code))
  const [yes, count] = variable.topAnswers.find(([code]) => code !== null && isYes(code)) ?? []
  if (yes == null || count == null) return null
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
