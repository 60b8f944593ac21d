import { useAtomValue } from 'jotai'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { PLAIN_STEP, stepsOfRules } from '#contract/shapes/cohort-flow.ts'
import type { Split } from '#contract/shapes/entities.ts'
import type { FlowStep } from '#domain/cohorts/cohort-flow.ts'
import { isActive, successiveRules } from '#domain/cohorts/rules.ts'
import type { FlowCell } from '#domain/pictures/draw-flow.ts'
import { cohortAtom, cohortSummaryAtom } from '#entities/cohorts/cohorts.ts'
import { wholeOf } from '#entities/cohorts/counts/split.ts'
import { flowPicture, FlowView } from '#entities/cohorts/pictures/flow-view.tsx'
import { draftRules, type DraftGroup, type DraftRule } from '#entities/rules/rule-draft.ts'
import { inlineRule, ruleSentence, type RuleNames } from '#entities/rules/rule-sentence.ts'
import { pathText, type CompletedRules } from '#entities/rules/rules-of-draft.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { swapRules, switchRule } from '#features/rules/rule-edits.ts'
import { leadToRule } from '#features/rules/rule-focus.ts'
import type { RulesBuilder } from '#features/rules/use-rules-builder.ts'
import { AreaWords } from '#ui/charts/drawing-view.tsx'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'
import { PictureFrame } from '#workspace/pictures/picture-frame.tsx'
import styles from '#entities/cohorts/pictures/flow.module.css'
import stack from '#ui/stack.module.css'

/** The live flow from the parent cohort through the rules, whose steps can be switched off and moved. */
export default function RulesFlow({ builder }: { builder: RulesBuilder }) {
  const { draft, names, completed, stepCounts, live, naming, edit } = builder
  const isOffered = useAtomValue(capabilitiesAtom).includes('rule-steps')
  const parent = useAtomValue(cohortAtom(draft.parentId)).data
  const summary = useAtomValue(cohortSummaryAtom(draft.parentId)).data
  const list = useRef<HTMLElement>(null)
  const moved = useRef<string | null>(null)
  const paneId = usePaneId()
  useEffect(() => {
    // A box that moves in the page loses the focus.
    const box = [...(list.current?.querySelectorAll<HTMLElement>('[data-rule]') ?? [])]
    if (moved.current !== null) box.find(({ dataset }) => dataset['rule'] === moved.current)?.focus()
    moved.current = null
  })
  if (!isOffered) return null
  const isReadableOnly = live.data !== undefined && live.data.split === null
  const start = {
    name: parent?.name ?? '…',
    words: isReadableOnly ? 'individuals that you may read' : '',
    placeholders: (!isReadableOnly && summary?.placeholders) || null,
    // The preview may count the readable collections only.
    count: live.data === undefined ? parent?.rowCount : undefined,
  }
  const name = builder.isNameSuggested ? 'Result' : naming.name
  const steps = flowOfDraft({ top: draft.top, completed, counts: stepCounts, names }, start, name)
  const keys = steps.slice(1).map(({ key }) => key)
  const isMovable = draft.top.rules.length > 1 && keys.length > 1

  const handleKeyDown = (event: KeyboardEvent, key: string) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const other = keys[keys.indexOf(key) + by]
    if (event.code === 'KeyO') edit((top) => switchRule(top, key))
    else if (by === 0) return
    else if (other !== undefined) {
      moved.current = key
      edit((top) => swapRules(top, key, other))
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const link = ({ part, step, words }: FlowCell, isStop: boolean) => {
    const one = steps[step]
    if (part !== 'box' || step === 0 || !one) return <AreaWords words={words} isStop={isStop} />
    return (
      <button
        type="button"
        className={styles['act']}
        data-rule={one.key}
        aria-label={words}
        aria-keyshortcuts="Alt+O Alt+ArrowUp Alt+ArrowDown"
        data-tooltip={`${words}. Open its rule (Enter), switch it ${one.isOff ? 'on' : 'off'} (Alt+O)`}
        tabIndex={isStop ? 0 : -1}
        onClick={() => leadToRule(paneId, one.key)}
        onKeyDown={(event) => handleKeyDown(event, one.key)}
      />
    )
  }
  return (
    <section ref={list} className={stack['section']} aria-label="Flow">
      <h2>Flow</h2>
      <PictureFrame picture={flowPicture(naming.name, steps)} isUnderHeading>
        <FlowView name={naming.name} steps={steps} isOlder={live.isOlder} link={link} />
      </PictureFrame>
      {isMovable && (
        <p className={stack['muted']}>
          What if: on a box, Alt+O switches its rule off or on, Alt+↑ and Alt+↓ move it. Nothing is saved until you
          save.
        </p>
      )}
    </section>
  )
}

interface DraftFlow {
  readonly top: DraftGroup
  readonly completed: CompletedRules
  /** The outcomes of the steps by the keys of their rules; those of an older state while newer ones load. */
  readonly counts: ReadonlyMap<string, Split>
  readonly names: RuleNames
}

/**
 * A box for the parent and one for each successive rule; a rule that is switched off keeps its place. Before a rule is
 * complete, one box stands for the result.
 */
export function flowOfDraft(
  { top: draft, completed: { top, keys }, counts, names }: DraftFlow,
  start: Pick<FlowStep, 'name' | 'words' | 'placeholders' | 'count'>,
  name: string,
): readonly FlowStep[] {
  const byKey = new Map(draftRules(draft).map(({ rule }) => [rule.key, rule]))
  const ruleAt = (path: readonly number[]) => byKey.get(keys.get(pathText(path)) ?? '')
  const successive = successiveRules(top).flatMap(({ path }) => ruleAt(path) ?? [])
  const drawn = stepsOfRules(
    successive.map((rule) => ({ words: inlineRule(rule, names), split: counts.get(rule.key) })),
    '',
  ).map((step, place) => ({
    ...step,
    key: successive[place]?.key ?? step.key,
    ...(place === successive.length - 1 && { name }),
  }))
  const [first] = successive
  const split = first && counts.get(first.key)
  const root: FlowStep = { ...PLAIN_STEP, key: 'parent', ...start, count: split ? wholeOf(split) : start.count }
  if (!isActive(top)) {
    const next = draftRules(draft).find(({ rule }) => rule.kind !== 'group')?.rule ?? draft
    const [step] = stepsOfRules([{ words: ruleSentence(next, names), split: undefined }], '')
    return step ? [root, { ...step, key: next.key, name: 'Result' }] : [root]
  }
  if (first?.key === draft.key) return [root, ...drawn]
  const all = top.rules.flatMap((rule, place) => {
    const placedRule = ruleAt([place])
    if (!placedRule) return []
    return isActive(rule) ? drawn.filter(({ key }) => key === placedRule.key) : [offStep(placedRule, names)]
  })
  return [root, ...all]
}

function offStep(rule: DraftRule, names: RuleNames): FlowStep {
  const words = inlineRule(rule, names) || ruleSentence(rule, names)
  const name = isSwitchedOff(rule) ? 'Switched off' : 'Incomplete'
  return { ...PLAIN_STEP, key: rule.key, name, words, count: null, isOff: true }
}

function isSwitchedOff(rule: DraftRule): boolean {
  return rule.isOff || (rule.kind === 'group' && rule.rules.length > 0 && rule.rules.every(isSwitchedOff))
}
