import { useAtomValue } from 'jotai'
import type { Split, Variable } from '#contract/shapes/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { ruleNotes } from '#domain/cohorts/rule-words.ts'
import { formatCount } from '#domain/numbers.ts'
import { ParentSplit } from '#entities/cohorts/counts/parent-split.tsx'
import { isBlank, ruleProblem, type DraftGroup, type DraftRule } from '#entities/rules/rule-draft.ts'
import { ruleSentence } from '#entities/rules/rule-sentence.ts'
import type { RuleLookup } from '#entities/rules/saved-rules.ts'
import { capabilitiesAtom } from '#entities/session/session.ts'
import { differentMeanings } from '#entities/variables/value-words.ts'
import { countUnknownAsNoMatch } from '#features/rules/rule-edits.ts'
import { RuleFields } from '#features/rules/rule-fields.tsx'
import { RULE_KINDS, ruleKinds, type RuleKindId } from '#features/rules/rule-kinds.ts'
import type { EditRules } from '#features/rules/rules-state.ts'
import type { RuleRows, RuleAct } from '#features/rules/use-rule-rows.ts'
import { Button } from '#ui/button.tsx'
import { SplitLine } from '#ui/charts/split-bar.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { KeyHint } from '#ui/key-hint.tsx'
import { ariaKeyShortcuts, isApple } from '#ui/key-names.ts'
import styles from '#features/rules/rules.module.css'
import rowStyles from '#ui/editor-rows.module.css'
import stack from '#ui/stack.module.css'

interface RuleActsProps {
  rule: DraftRule
  title: string
  onAct: (key: string, act: RuleAct) => void
}

/** The changes of a rule, for the mouse; its row has their keys. */
function RuleActs({ rule, title, onAct }: RuleActsProps) {
  const shown = ACTS.filter(({ act }) => act !== 'ungroup' || rule.kind === 'group')
  return (
    <span className={styles['acts']}>
      {shown.map(({ act, path, words, keys }) => (
        <Button
          key={act}
          size="small"
          variant="quiet"
          tabIndex={-1}
          data-act={act}
          aria-label={`${words(rule)}: ${title}`}
          data-tooltip={`${words(rule)} (${keys})`}
          onClick={() => onAct(rule.key, act)}
        >
          <Icon path={path(rule)} />
        </Button>
      ))}
    </span>
  )
}

interface Act {
  readonly act: RuleAct
  /** The drawing of its icon. */
  readonly path: (rule: DraftRule) => string
  readonly words: (rule: DraftRule) => string
  readonly keys: string
}

const ACTS: readonly Act[] = [
  { act: 'up', path: () => 'M8 13V3M4 7l4-4 4 4', words: () => 'Move up', keys: 'Alt+↑' },
  { act: 'down', path: () => 'M8 3v10M4 9l4 4 4-4', words: () => 'Move down', keys: 'Alt+↓' },
  {
    act: 'switch',
    path: ({ isOff }) => `M5 4h6a4 4 0 0 1 0 8H5a4 4 0 0 1 0-8zM${isOff ? 5 : 11} 7v2`,
    words: ({ isOff }) => (isOff ? 'Switch on' : 'Switch off'),
    keys: 'Alt+O',
  },
  { act: 'duplicate', path: () => 'M6 6h7.5v7.5H6zM10 3.5v-1H2.5V10h1', words: () => 'Duplicate', keys: 'Ctrl+D' },
  { act: 'group', path: () => 'M5 2.5H2.5v11H5M11 2.5h2.5v11H11M6 6h4M6 10h4', words: () => 'Group', keys: 'Alt+G' },
  {
    act: 'ungroup',
    path: () => 'M4.5 2.5h-2v2M2.5 11.5v2h2M11.5 2.5h2v2M13.5 11.5v2h-2M6 6h4M6 10h4',
    words: () => 'Ungroup',
    keys: 'Alt+U',
  },
  { act: 'remove', path: () => 'M4 4l8 8M12 4l-8 8', words: () => 'Remove', keys: 'Delete' },
]

/** The keys of a row, for assistive technology. */
const ROW_KEYS = 'Alt+ArrowUp Alt+ArrowDown Control+D Alt+O Alt+G Alt+U Delete'

interface AddRulesProps {
  groupKey: string
  onAdd: (key: string, kind: RuleKindId) => void
}

/** Adds a rule of any kind to a group. The keys of the buttons work in the rows and fields of the group, too. */
function AddRules({ groupKey, onAdd }: AddRulesProps) {
  const hasStrata = useAtomValue(capabilitiesAtom).includes('rule-strata')
  return (
    <div className={styles['add']} data-adds={groupKey}>
      {ruleKinds(hasStrata).map((kind) => {
        const { words, keys, help } = RULE_KINDS[kind]
        return (
          <Button
            key={kind}
            data-act="add"
            size="small"
            variant="quiet"
            aria-keyshortcuts={ariaKeyShortcuts([keys], isApple())}
            data-tooltip={help}
            onClick={() => onAdd(groupKey, kind)}
          >
            + {words}
            <span className={styles['keys']} aria-hidden="true">
              <KeyHint seq={keys} />
            </span>
          </Button>
        )
      })}
    </div>
  )
}

/** The settings that all rows share. */
export interface RuleView {
  readonly openKey: string | null
  readonly names: RuleLookup
  readonly parentId: number
  readonly counts: ReadonlyMap<string, Split>
  /** Why rules cannot be saved, by their keys. */
  readonly problems: ReadonlyMap<string, string>
  readonly isOlder: boolean
  readonly edit: EditRules
  readonly rows: Pick<RuleRows, 'toggle' | 'act' | 'add'>
  readonly onPaste: (key: string, text: string) => boolean
}

interface RuleItemProps {
  rule: DraftRule
  view: RuleView
  isTop?: boolean
}

/** A rule as a row, with its fields while it is open; below a group its rules. */
export function RuleItem({ rule, view, isTop = false }: RuleItemProps) {
  const { openKey, names, parentId, counts, problems, isOlder, edit, rows, onPaste } = view
  const { key } = rule
  const isOpen = openKey === key
  const words = ruleSentence(rule, names)
  const split = counts.get(key)
  return (
    <li className={styles['rule']} data-off={rule.isOff}>
      <div className={styles['line']} data-open={isOpen}>
        <button
          type="button"
          className={classNames(rowStyles['row'], styles['row'])}
          data-row={key}
          aria-expanded={isOpen}
          aria-keyshortcuts={ROW_KEYS}
          onClick={() => rows.toggle(key)}
        >
          <RuleWords rule={rule} words={words} names={names} />
          <span className={styles['split']}>{split && <RuleSplit split={split} />}</span>
          <span className={classNames(rowStyles['count'], isOlder && stack['dimmed'])}>
            {split ? formatCount(split.match) : '–'}
          </span>
        </button>
        {!isTop && <RuleActs rule={rule} title={words} onAct={rows.act} />}
      </div>
      {problems.has(key) && <p className={classNames(styles['hint'], styles['problem'])}>{problems.get(key)}</p>}
      {isOpen && (
        <div className={styles['open']}>
          <RuleFields {...{ rule, names, parentId, edit, onPaste }} />
          {split && !isTop && <ParentSplit split={split} parentId={parentId} />}
        </div>
      )}
      {rule.kind === 'group' && <GroupRules group={rule} view={view} />}
    </li>
  )
}

function RuleWords({ rule, words, names }: { rule: DraftRule; words: string; names: RuleLookup }) {
  const problem = isBlank(rule) || names.isLoading ? null : ruleProblem(rule, names.find)
  const notes = ruleNotes(rule)
  return (
    <span className={classNames(rowStyles['words'], styles['sentence'])} data-kind={rule.kind} title={problem ?? words}>
      <span className={styles['words']} data-missing={isBlank(rule) && rule.kind !== 'group'}>
        {words}
      </span>
      {problem !== null && <span className={styles['problem']}> incomplete</span>}
      {notes !== '' && <span className={styles['note']}> {notes}</span>}
    </span>
  )
}

function GroupRules({ group, view }: { group: DraftGroup; view: RuleView }) {
  const { counts, edit, names, rows } = view
  const differences = differentCodes(group, names)
  return (
    <div className={styles['below']}>
      {differences.length > 0 && (
        <p className={classNames(styles['hint'], styles['problem'])} role="status">
          {differences.join(' ')}
        </p>
      )}
      {group.match === 'none' && <NoneOfHint group={group} split={counts.get(group.key)} edit={edit} />}
      <ul className={styles['list']}>
        {group.rules.map((rule) => (
          <RuleItem key={rule.key} rule={rule} view={view} />
        ))}
      </ul>
      <AddRules groupKey={group.key} onAdd={rows.add} />
    </div>
  )
}

/** The codes that rules of a group share although their meanings differ: one condition was given to several variables. */
function differentCodes({ rules }: DraftGroup, { find }: RuleLookup): string[] {
  const byCode = new Map<string, Variable[]>()
  for (const rule of rules) {
    const variable = rule.kind === 'condition' && rule.variableName !== null ? find(rule.variableName) : undefined
    if (rule.kind !== 'condition' || !variable) continue
    for (const code of rule.condition?.values ?? []) byCode.set(code, [...(byCode.get(code) ?? []), variable])
  }
  return [...byCode].flatMap(([code, variables]) => differentMeanings(variables, [code]))
}

/** The outcomes of a rule as a line, with their numbers in words. */
function RuleSplit({ split }: { split: Split }) {
  const { match, noMatch, unknown, noRecord, notCounted, notCountedCollections } = split
  const parts = [
    { key: 'match', label: 'match', count: match },
    { key: 'noMatch', label: 'no match', count: noMatch },
    { key: 'unknown', label: 'unknown', count: unknown },
    { key: 'noRecord', label: 'no record', count: noRecord },
    { key: 'notCounted', label: notCountedWords(notCountedCollections ?? []), count: notCounted ?? 0 },
  ].filter(({ count }) => count > 0)
  return (
    <SplitLine parts={parts} label={parts.map(({ label, count }) => `${formatCount(count)} ${label}`).join(', ')} />
  )
}

interface NoneOfHintProps {
  group: DraftGroup
  split: Split | undefined
  edit: EditRules
}

/** A "none of" group keeps no participant without an answer, unless a missing answer counts as no match. */
function NoneOfHint({ group, split, edit }: NoneOfHintProps) {
  // Versions without a record take no part, so the choice concerns only records without an answer.
  const undecided = split ? split.unknown + (group.areVersions ? 0 : split.noRecord) : 0
  const rules = group.rules.filter((rule) => rule.kind !== 'cohort' && !isBlank(rule))
  if (rules.length === 0) return null
  if (rules.every(({ unknownAs }) => unknownAs === 'no_match')) {
    return (
      <p className={styles['hint']}>A missing answer counts as no match: participants without an answer are kept.</p>
    )
  }
  return (
    <p className={styles['hint']}>
      Participants whose answer is missing do not match, unless a missing answer counts as no match
      {undecided > 0 && ` (${formatCount(undecided)} in this group)`}.
      {undecided > 0 && (
        <Button size="small" variant="quiet" onClick={() => edit((top) => countUnknownAsNoMatch(top, group.key))}>
          Count a missing answer as no match
        </Button>
      )}
    </p>
  )
}
