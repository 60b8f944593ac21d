import { useState } from 'react'
import { CommandLink } from '#command-kit/command-link.tsx'
import { countOf, formatCount } from '#domain/numbers.ts'
import type { RulesDraft } from '#entities/rules/rule-draft.ts'
import type { MadeCohort, MadeCohorts } from '#features/rules/plain/make-cohorts.ts'
import { usePlainRules, type PlainRules } from '#features/rules/plain/use-plain-rules.ts'
import { RulesFrame } from '#features/rules/rules-frame.tsx'
import { useBuilderOf, useRulesDefinition } from '#features/rules/use-rules-builder.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import builderStyles from '#entities/cohorts/building/builder.module.css'
import stack from '#ui/stack.module.css'

/** The rules builder over a back end that keeps one condition per cohort: Save makes several cohorts. */
export function PlainRulesBuilder({ initial }: { initial: RulesDraft }) {
  const definition = useRulesDefinition(initial, null)
  const saving = usePlainRules(definition)
  const builder = useBuilderOf(definition, saving)
  const { isComplete, missing, isSaving } = builder
  return (
    <RulesFrame
      builder={builder}
      hasNumber={false}
      todo={missing ?? (isComplete ? saveWords(saving.steps.length) : null)}
      saveLabel={saving.made.size > 0 && !isSaving ? 'Continue' : undefined}
      result={
        <section className={builderStyles['result']} aria-label="Cohorts to make">
          {isSaving ? <Progress rules={saving} /> : <Plan rules={saving} isComplete={isComplete} />}
        </section>
      }
    />
  )
}

function saveWords(count: number): string {
  return count > 1 ? `Save makes up to ${countOf(count, 'cohort')}.` : 'Save makes 1 cohort.'
}

interface PlainProps {
  rules: PlainRules
}

function Plan({ rules, isComplete }: PlainProps & { isComplete: boolean }) {
  const { problem, steps, made } = rules
  return (
    <>
      {made.size > 0 && <Unfinished rules={rules} />}
      <Notice title="This server keeps one condition per cohort">
        {!isComplete && 'The rules are saved as several cohorts, each built on others.'}
        {isComplete && problem !== null && problem}
        {isComplete && problem === null && steps.length <= 1 && 'Save makes 1 cohort.'}
        {isComplete && problem === null && steps.length > 1 && (
          <>
            Save makes up to {countOf(steps.length, 'cohort')}: yours, and {countOf(steps.length - 1, 'step')} on which
            it is built, named after it. Steps without members are left out.
          </>
        )}
      </Notice>
      <p className={stack['muted']}>This server does not count rules before they are saved.</p>
    </>
  )
}

function Progress({ rules: { steps, made } }: PlainProps) {
  const done = steps.filter(({ key }) => made.has(key)).length
  const words = `${formatCount(done)} of ${countOf(steps.length, 'cohort')} made`
  return (
    <>
      <p role="status">{words}</p>
      <progress max={steps.length} value={done} aria-label={words} />
    </>
  )
}

/** The cohorts of an attempt that failed. */
function Unfinished({ rules: { made, removeMade } }: PlainProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const cohorts = cohortsOf(made)
  if (cohorts.length === 0) return null
  const remove = async () => {
    setIsDeleting(true)
    await removeMade()
    setIsDeleting(false)
  }
  return (
    <Notice
      tone="warning"
      title={`${countOf(cohorts.length, 'cohort')} made, not finished`}
      actions={
        <Button size="small" isBusy={isDeleting} onClick={() => void remove()}>
          Delete {cohorts.length === 1 ? 'this cohort' : `these ${countOf(cohorts.length, 'cohort')}`}
        </Button>
      }
    >
      Continue makes the others.
      <ul>
        {cohorts.map(({ cohortId, name }) => (
          <li key={cohortId}>
            <CommandLink id="cohort.show" args={{ cohortId }} size="small" variant="quiet">
              {name}
            </CommandLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function cohortsOf(made: MadeCohorts): readonly NonNullable<MadeCohort>[] {
  const byId = new Map([...made.values()].flatMap((one) => (one ? [[one.cohortId, one] as const] : [])))
  return [...byId.values()]
}
