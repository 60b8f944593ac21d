import { Fragment, useState, type DragEvent, type MouseEvent } from 'react'
import type { Split, Variable } from '#contract/shapes/entities.ts'
import { notCountedWords } from '#domain/access.ts'
import { ruleNotes } from '#domain/cohorts/rule-words.ts'
import { formatCount } from '#domain/numbers.ts'
import { differentMeanings } from '#domain/question-versions.ts'
import { holdsRules, isBlank, ruleProblem, type DraftGroup, type DraftRule } from '#entities/rules/rule-draft.ts'
import { rulePhrases, ruleSentence } from '#entities/rules/rule-sentence.ts'
import type { RuleLookup } from '#entities/rules/saved-rules.ts'
import { countUnknownAsNoMatch, type DropPlace } from '#features/rules/rule-edits.ts'
import { RuleFields, type FieldActs } from '#features/rules/rule-fields.tsx'
import { AddButton, ROW_KEYS, RuleMenu } from '#features/rules/rule-menus.tsx'
import type { EditRules } from '#features/rules/rules-state.ts'
import type { RuleRows } from '#features/rules/use-rule-rows.ts'
import { Button } from '#ui/button.tsx'
import { SplitLine } from '#ui/charts/split-bar.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#features/rules/rules.module.css'
import rowStyles from '#ui/editor-rows.module.css'
import stack from '#ui/stack.module.css'

/** The settings that all rows share. */
export interface RuleView {
  readonly openKey: string | null
  /** The rule whose note and choice for missing answers are shown. */
  readonly optionsKey: string | null
  /** The group with a button that adds; the top has one, too. */
  readonly addingKey: string
  readonly names: RuleLookup
  readonly parentId: number
  readonly counts: ReadonlyMap<string, Split>
  /** Why rules cannot be saved, by their keys. */
  readonly problems: ReadonlyMap<string, string>
  readonly isOlder: boolean
  readonly edit: EditRules
  readonly rows: Pick<RuleRows, 'toggle' | 'act' | 'addListed' | 'drag' | 'isDragging' | 'drop'> & FieldActs
  readonly onPaste: (key: string, text: string) => boolean
}

interface RuleItemProps {
  rule: DraftRule
  view: RuleView
  /** Null for the top. */
  group: DraftGroup | null
}

/** A rule as a line; while it is open its fields stand in the place of its words. Below a group its rules. */
export function RuleItem({ rule, view, group }: RuleItemProps) {
  const isTop = group === null
  const { openKey, optionsKey, names, parentId, counts, problems, isOlder, edit, rows, onPaste } = view
  const { key } = rule
  const isOpen = openKey === key
  const hasRulesBelow = rule.kind === 'group' && rule.rules.length > 0
  const hasOutcomes = isOpen && !isTop && (rule.kind !== 'condition' || rule.variableName !== null)
  const words = ruleSentence(rule, names)
  const split = counts.get(key)
  const count = split ? formatCount(split.match) : '–'
  const handleClick = ({ target }: MouseEvent) => {
    const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]') : null
    rows.toggle(key, word === null ? undefined : Number(word.dataset['word']))
  }
  return (
    <li className={styles['rule']} data-off={rule.isOff}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a drop target for the mouse; the keyboard has Alt and the arrow keys */}
      <div className={styles['line']} data-open={isOpen} {...useDropTarget(rule, rows)}>
        {!isTop && (
          <span
            className={styles['grip']}
            draggable
            title="Drag to move"
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', words)
              rows.drag(key)
            }}
            onDragEnd={() => rows.drag(null)}
          />
        )}
        <button
          type="button"
          className={classNames(rowStyles['row'], styles['row'])}
          data-row={key}
          aria-expanded={isOpen}
          aria-keyshortcuts={ROW_KEYS}
          onClick={handleClick}
        >
          <span className={styles['sign']}>
            <Icon path={isOpen || hasRulesBelow ? 'M4 6l4 4 4-4' : 'M6 4l4 4-4 4'} />
          </span>
          {isOpen ? (
            <VisuallyHidden>
              {words} {count}
            </VisuallyHidden>
          ) : (
            <>
              <RuleWords rule={rule} words={words} names={names} />
              <span className={styles['split']}>{split && <RuleSplit split={split} />}</span>
              <span className={classNames(rowStyles['count'], isOlder && stack['dimmed'])}>{count}</span>
            </>
          )}
        </button>
        {isOpen && (
          <>
            <RuleFields
              {...{ rule, group, names, parentId, edit, onPaste }}
              acts={rows}
              showsOptions={optionsKey === key}
            />
            <span
              className={classNames(rowStyles['count'], styles['number'], isOlder && stack['dimmed'])}
              aria-hidden="true"
            >
              {count}
            </span>
          </>
        )}
        {!isTop && <RuleMenu rule={rule} title={words} isOpen={isOpen} onAct={rows.act} />}
        {hasOutcomes && (split ? <RuleSplit split={split} hasWords /> : <span className={styles['outcomes']} />)}
      </div>
      {problems.has(key) && <p className={classNames(styles['hint'], styles['problem'])}>{problems.get(key)}</p>}
      {holdsRules(rule) && <GroupRules group={rule} view={view} isTop={isTop} />}
    </li>
  )
}

/** Shows where a dragged rule would go: above or below the line, or into the group of the line. */
function useDropTarget(rule: DraftRule, rows: RuleView['rows']) {
  const [place, setPlace] = useState<DropPlace | null>(null)
  return {
    ...(place !== null && { 'data-drop': place }),
    onDragOver: (event: DragEvent) => {
      if (!rows.isDragging()) return
      event.preventDefault()
      const { top, height } = event.currentTarget.getBoundingClientRect()
      const isUpper = event.clientY < top + height / 2
      setPlace(isUpper ? 'before' : holdsRules(rule) ? 'into' : 'after')
    },
    onDragLeave: () => setPlace(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setPlace(null)
      if (place !== null) rows.drop(rule.key, place)
    },
  }
}

function RuleWords({ rule, words, names }: { rule: DraftRule; words: string; names: RuleLookup }) {
  const problem = isBlank(rule) || names.isLoading ? null : ruleProblem(rule, names.find)
  const notes = ruleNotes(rule)
  const phrases = rulePhrases(rule, names)
  return (
    <span className={classNames(rowStyles['words'], styles['sentence'])} data-kind={rule.kind} title={problem ?? words}>
      <span className={styles['words']} data-missing={isBlank(rule) && rule.kind !== 'group'}>
        {phrases === null
          ? words
          : phrases.map(({ field, text, look }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the words of a sentence differ by their place alone
              <Fragment key={place}>
                {place > 0 && ' '}
                <span data-word={field} data-look={look}>
                  {text}
                </span>
              </Fragment>
            ))}
      </span>
      {problem !== null && <span className={styles['problem']}> incomplete</span>}
      {notes !== '' && <span className={styles['note']}> {notes}</span>}
    </span>
  )
}

function GroupRules({ group, view, isTop }: { group: DraftGroup; view: RuleView; isTop: boolean }) {
  const { addingKey, counts, edit, names, rows } = view
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
          <RuleItem key={rule.key} rule={rule} view={view} group={group} />
        ))}
      </ul>
      {(isTop || addingKey === group.key) && <AddButton group={group} onAdd={rows.addListed} />}
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

/** The outcomes of a rule as a line; their numbers are its tooltip, or stand beside it. */
function RuleSplit({ split, hasWords = false }: { split: Split; hasWords?: boolean }) {
  const { match, noMatch, unknown, noRecord, notCounted, notCountedCollections } = split
  const parts = [
    { key: 'match', label: 'match', count: match },
    { key: 'noMatch', label: 'no match', count: noMatch },
    { key: 'unknown', label: 'unknown', count: unknown },
    { key: 'noRecord', label: 'no record', count: noRecord },
    { key: 'notCounted', label: notCountedWords(notCountedCollections ?? []), count: notCounted ?? 0 },
  ].filter(({ count }) => count > 0)
  const label = parts.map((part) => `${formatCount(part.count)} ${part.label}`).join(', ')
  if (!hasWords) return <SplitLine parts={parts} label={label} />
  return (
    <span className={styles['outcomes']}>
      <SplitLine parts={parts} label={label} />
      <span aria-hidden="true">{label}</span>
    </span>
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
