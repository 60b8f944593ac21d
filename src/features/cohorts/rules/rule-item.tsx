import styles from '#features/cohorts/rules/rules.module.css'
import type { Split } from '#contract/shapes/entities.ts'
import { formatCount } from '#domain/numbers.ts'
import { ParentSplit } from '#features/cohorts/parts/parent-split.tsx'
import { NoneOfHint } from '#features/cohorts/rules/none-of-hint.tsx'
import { ROW_KEYS, RuleActs } from '#features/cohorts/rules/rule-acts.tsx'
import {
  isBlank,
  newCondition,
  newGroup,
  newMembership,
  type DraftGroup,
  type DraftRule,
} from '#features/cohorts/rules/rule-draft.ts'
import { RuleFields } from '#features/cohorts/rules/rule-fields.tsx'
import { ruleProblem } from '#features/cohorts/rules/rule-requirements.ts'
import { ruleSentence, unknownWords } from '#features/cohorts/rules/rule-sentence.ts'
import { RuleSplit } from '#features/cohorts/rules/rule-split.tsx'
import type { RuleLookup } from '#features/cohorts/rules/use-rule-names.ts'
import type { EditRules } from '#features/cohorts/rules/use-rules-builder.ts'
import type { RuleRows } from '#features/cohorts/rules/use-rule-rows.ts'
import { classNames } from '#ui/class-names.ts'
import { Button } from '#ui/button.tsx'
import stack from '#ui/stack.module.css'

/** What all rows share. */
export interface RuleView {
  readonly openKey: string | null
  readonly names: RuleLookup
  readonly counts: ReadonlyMap<string, Split>
  readonly isOlder: boolean
  readonly edit: EditRules
  readonly rows: Pick<RuleRows, 'toggle' | 'act' | 'addTo'>
  readonly onPaste: (key: string, text: string) => boolean
}

interface RuleItemProps {
  rule: DraftRule
  view: RuleView
  isTop?: boolean
}

/** A rule as a row, with its fields while it is open; below a group its rules. */
export function RuleItem({ rule, view, isTop = false }: RuleItemProps) {
  const { openKey, names, counts, isOlder, edit, rows, onPaste } = view
  const { key } = rule
  const isOpen = openKey === key
  const words = ruleSentence(rule, names)
  const split = counts.get(key)
  return (
    <li className={styles['rule']} data-off={rule.isOff}>
      <div className={styles['line']} data-open={isOpen}>
        <button
          type="button"
          className={styles['row']}
          data-row={key}
          aria-expanded={isOpen}
          aria-keyshortcuts={ROW_KEYS}
          onClick={() => rows.toggle(key)}
        >
          <RuleWords rule={rule} words={words} names={names} />
          <span className={styles['split']}>{split && <RuleSplit split={split} />}</span>
          <span className={classNames(styles['count'], isOlder && stack['dimmed'])}>
            {split ? formatCount(split.match) : '–'}
          </span>
        </button>
        {!isTop && <RuleActs rule={rule} title={words} onAct={rows.act} />}
      </div>
      {isOpen && (
        <div className={styles['open']}>
          <RuleFields rule={rule} names={names} edit={edit} onPaste={onPaste} />
          {split && !isTop && <ParentSplit split={split} />}
        </div>
      )}
      {rule.kind === 'group' && <GroupRules group={rule} view={view} />}
    </li>
  )
}

function RuleWords({ rule, words, names }: { rule: DraftRule; words: string; names: RuleLookup }) {
  const problem = isBlank(rule) || names.isLoading ? null : ruleProblem(rule, names.find)
  const notes = [rule.isOff ? 'off' : '', unknownWords(rule), rule.note].filter(Boolean).join(' · ')
  return (
    <span className={styles['sentence']} data-kind={rule.kind} title={problem ?? words}>
      <span className={styles['words']} data-missing={isBlank(rule) && rule.kind !== 'group'}>
        {words}
      </span>
      {problem !== null && <span className={styles['problem']}> incomplete</span>}
      {notes !== '' && <span className={styles['note']}> {notes}</span>}
    </span>
  )
}

function GroupRules({ group, view }: { group: DraftGroup; view: RuleView }) {
  const { counts, edit, rows } = view
  return (
    <div className={styles['below']}>
      {group.match === 'none' && <NoneOfHint group={group} split={counts.get(group.key)} edit={edit} />}
      <ul className={styles['list']}>
        {group.rules.map((rule) => (
          <RuleItem key={rule.key} rule={rule} view={view} />
        ))}
      </ul>
      <div className={styles['add']}>
        <Button data-act="add" size="small" variant="quiet" onClick={() => rows.addTo(group.key, newCondition())}>
          + Rule
        </Button>
        <Button data-act="add" size="small" variant="quiet" onClick={() => rows.addTo(group.key, newMembership())}>
          + Cohort
        </Button>
        <Button
          data-act="add"
          size="small"
          variant="quiet"
          onClick={() => rows.addTo(group.key, newGroup(group.match === 'all' ? 'any' : 'all', []))}
        >
          + Group
        </Button>
        <Button
          data-act="add"
          size="small"
          variant="quiet"
          onClick={() =>
            rows.addTo(group.key, {
              ...newGroup('all', []),
              relatives: { scope: 'family', comparison: 'min', count: 2 },
            })
          }
        >
          + Family
        </Button>
      </div>
    </div>
  )
}
