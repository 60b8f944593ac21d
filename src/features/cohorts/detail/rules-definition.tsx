import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { rulesInfo } from '#contract/rules.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { ruleNotes } from '#domain/cohorts/rule-words.ts'
import { holdsRules, type DraftRule } from '#entities/rules/rule-draft.ts'
import { ruleSentence } from '#entities/rules/rule-sentence.ts'
import { draftOfRules } from '#entities/rules/rules-of-draft.ts'
import { savedRulesAtom, useRuleNames, type RuleLookup } from '#entities/rules/saved-rules.ts'
import { Loaded } from '#entities/server-state/loaded.tsx'
import styles from '#features/cohorts/detail/rules-definition.module.css'
import stack from '#ui/stack.module.css'

/** The rules of a saved cohort as nested sentences. */
export default function RulesDefinition({ cohortId }: { cohortId: number }) {
  const saved = useAtomValue(savedRulesAtom(cohortId))
  return (
    <section className={stack['section']} aria-label="Definition">
      <h2>Definition</h2>
      <Loaded resource={saved}>{({ rules }) => <Sentences rules={rules} />}</Loaded>
    </section>
  )
}

function Sentences({ rules }: Pick<ResponseOf<typeof rulesInfo>, 'rules'>) {
  const top = useMemo(() => draftOfRules(rules), [rules])
  const names = useRuleNames(top)
  return (
    <ul className={styles['list']}>
      <Sentence rule={top} names={names} />
    </ul>
  )
}

function Sentence({ rule, names }: { rule: DraftRule; names: RuleLookup }) {
  const notes = ruleNotes(rule)
  return (
    <li>
      <span className={styles['words']} data-off={rule.isOff}>
        {ruleSentence(rule, names)}
      </span>
      {notes !== '' && <span className={stack['muted']}> {notes}</span>}
      {holdsRules(rule) && (
        <ul className={styles['list']}>
          {rule.rules.map((one) => (
            <Sentence key={one.key} rule={one} names={names} />
          ))}
        </ul>
      )}
    </li>
  )
}
