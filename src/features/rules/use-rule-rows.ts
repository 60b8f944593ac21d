import { useStore } from 'jotai'
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Condition } from '#domain/conditions/constraint.ts'
import { RULE_LEVELS_MAX } from '#domain/limits.ts'
import {
  draftRules,
  holdsRules,
  isBlank,
  newCondition,
  newMembership,
  type DraftGroup,
  type DraftRule,
} from '#entities/rules/rule-draft.ts'
import {
  addAfter,
  addInsteadOfBlank,
  addToGroup,
  addVersions,
  chooseMembership,
  chooseVariable,
  dropRule,
  duplicateRule,
  findRule,
  isAbandoned,
  moveRule,
  removeRule,
  replaceBlank,
  switchRule,
  unwrapRule,
  wrapRule,
  type DropPlace,
} from '#features/rules/rule-edits.ts'
import { firstField, focusWanted, leadToValue, ruleKeyAt, type WantedFocus } from '#features/rules/rule-focus.ts'
import { RULE_KINDS, type RuleKindId, ruleKinds } from '#features/rules/rule-kinds.ts'
import type { EditRules } from '#features/rules/rules-state.ts'
import { showError } from '#ui/overlays/toasts.ts'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import { useFirstField } from '#workspace/use-first-field.ts'

const TOO_DEEP = `Groups nest at most ${RULE_LEVELS_MAX} levels deep. This needs one more level.`

type RowActs = Pick<RuleRows, 'act' | 'add' | 'focus' | 'finish' | 'finishGroup' | 'close'>

/** Keys of the row under the cursor, of the fields of an open row, and of the button that adds. */
function handleRowKey(event: KeyboardEvent, acts: RowActs, hasStrata: boolean): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || event.defaultPrevented || event.nativeEvent.isComposing) return
  const key = ruleKeyAt(target)
  if (key === undefined) return
  const isRow = target.dataset['row'] !== undefined
  const isHandled =
    target.closest('[data-adds]') === null &&
    ((isRow ? handleKeyOfRow(event, key, acts) : handleFieldKey(event, target, key, acts)) ||
      handleSharedKey(event, key, acts))
  if (!isHandled && !handleAddKey(event, key, acts, hasStrata)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Alt and a letter, by its place on the keyboard: a Mac types other letters with Alt. */
const ALT_ACTS: Readonly<Record<string, RuleAct>> = {
  KeyG: 'group',
  KeyU: 'ungroup',
  KeyO: 'switch',
  KeyI: 'options',
}

/** Alt and a letter adds to the group. */
function handleAddKey(
  { altKey, ctrlKey, metaKey, shiftKey, code }: KeyboardEvent,
  key: string,
  acts: RowActs,
  hasStrata: boolean,
) {
  if (!altKey || ctrlKey || metaKey || shiftKey) return false
  const kind = ruleKinds(hasStrata).find((one) => RULE_KINDS[one].code === code)
  if (kind === undefined) return false
  acts.add(key, kind)
  return true
}

function handleSharedKey(
  { altKey, ctrlKey, metaKey, shiftKey, key: pressed, code }: KeyboardEvent,
  key: string,
  acts: RowActs,
) {
  const isCommand = (ctrlKey || metaKey) && !altKey && !shiftKey
  const act = isCommand && pressed.toLowerCase() === 'd' ? 'duplicate' : altKey && !ctrlKey ? ALT_ACTS[code] : undefined
  if (act === undefined) return false
  acts.act(key, act)
  return true
}

function handleKeyOfRow(
  { altKey, ctrlKey, metaKey, shiftKey, key: pressed }: KeyboardEvent,
  key: string,
  acts: RowActs,
) {
  if (ctrlKey || metaKey || shiftKey) return false
  if (altKey) {
    if (pressed === 'ArrowUp') acts.act(key, 'up')
    else if (pressed === 'ArrowDown') acts.act(key, 'down')
    return pressed === 'ArrowUp' || pressed === 'ArrowDown'
  }
  if (pressed === 'Delete') acts.act(key, 'remove')
  else if (pressed === 'ArrowUp') acts.focus(key, 'up')
  else if (pressed === 'ArrowDown') acts.focus(key, 'down')
  else if (pressed === 'Home') acts.focus(key, 'first')
  else if (pressed === 'End') acts.focus(key, 'last')
  else return false
  return true
}

/** Enter finishes the rule, Shift+Enter the group, Escape closes the row; an open list keeps its own keys. */
function handleFieldKey(event: KeyboardEvent, target: HTMLElement, key: string, acts: RowActs) {
  const isListOpen = target.getAttribute('aria-expanded') === 'true'
  const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
  if (isListOpen || !isField || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key === 'Escape') acts.close(key)
  else if (event.key !== 'Enter') return false
  else if (event.shiftKey) acts.finishGroup(key)
  else acts.finish(key)
  return true
}

/** Changes of one rule, by keys of its row and by buttons. */
export type RuleAct = 'up' | 'down' | 'duplicate' | 'switch' | 'group' | 'ungroup' | 'options' | 'remove'

export type RuleRows = ReturnType<typeof useRuleRows>

/** The open row, the focus, and the changes of rows. */
export function useRuleRows(top: DraftGroup, edit: EditRules, hasStrata: boolean) {
  const store = useStore()
  const list = useRef<HTMLElement>(null)
  // The blank rule of a new builder is open, or the group of selected variables.
  const [openKey, setOpenKey] = useState(() => {
    const [only] = top.rules
    return only && (only.kind === 'group' || isBlank(only)) ? only.key : null
  })
  /** The rule whose note and choice for missing answers are shown. */
  const [optionsKey, setOptionsKey] = useState<string | null>(null)
  /** The group with the button that adds; null for the group of the open row. */
  const [addingKey, setAddingKey] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')

  // Focused after the next render: a row may be new or have moved in the page, which blurs it.
  const wanted = useRef<WantedFocus | null>(null)
  useLayoutEffect(() => focusWanted(list, wanted))

  const dragged = useRef<string | null>(null)
  const latest = useRef({ top, openKey })
  useLayoutEffect(() => {
    latest.current = { top, openKey }
  })
  const acts = useMemo(() => {
    const openAt = (place: WantedFocus) => {
      wanted.current = place
      setOpenKey(place.key)
      setAddingKey(null)
      // An open row is not rendered again.
      focusWanted(list, wanted)
    }
    const open = (key: string, field?: number) => openAt({ key, on: 'field', field })
    const close = (key: string) => {
      const found = findRule(latest.current.top, key)
      const group = found && isAbandoned(found) ? found.parent : null
      if (group) edit((before) => removeRule(before, key))
      wanted.current = group ? { key: group.key, on: 'adds' } : { key, on: 'row' }
      setOpenKey(null)
      setAddingKey(group?.key ?? null)
    }
    const openValue = (key: string) => {
      setOpenKey(key)
      leadToValue(store, list.current, key)
    }
    const addAndOpen = ({ key }: Pick<DraftRule, 'key'>, add: (before: DraftGroup) => DraftGroup) => {
      edit(add)
      open(key)
    }
    return {
      open,
      close,
      /** Opens a rule, at the field of a word, or closes it. */
      toggle: (key: string, field?: number) => (latest.current.openKey === key ? close(key) : open(key, field)),
      /** Adds to a group, or to the group of a rule, and opens the rule that is added, or one below it. */
      add: (key: string, kind: RuleKindId) => {
        const group = groupAt(latest.current.top, key)
        const { rule, opened = rule }: { rule: DraftRule; opened?: DraftRule } = RULE_KINDS[kind].make(group)
        addAndOpen(opened, (before) => addInsteadOfBlank(before, group.key, rule))
      },
      /** Opens a blank rule at the end of a group, with its list. */
      addListed: (key: string) => {
        const group = groupAt(latest.current.top, key)
        const last = group.rules.at(-1)
        const isThere = last?.kind === 'condition' && isBlank(last)
        const blank = isThere ? last : newCondition()
        if (!isThere) edit((before) => addToGroup(before, group.key, [blank]))
        openAt({ key: blank.key, on: 'field', isListed: true })
      },
      /** Puts another kind of rule in the place of a blank one, and opens it. */
      replaceBlank: (key: string, kind: RuleKindId) => {
        const found = findRule(latest.current.top, key)
        if (!found?.parent) return
        const made: { rule: DraftRule; opened?: DraftRule } = RULE_KINDS[kind].make(found.parent)
        const { rule, opened = rule } = made
        addAndOpen(opened, (before) => replaceBlank(before, key, rule))
      },
      /** Puts membership in a cohort in the place of a blank rule. */
      chooseCohort: (key: string, cohortId: number) => {
        const rule = newMembership(cohortId)
        addAndOpen(rule, (before) => replaceBlank(before, key, rule))
      },
      /** Moves the row in the page. */
      chooseMembership: (key: string, isIn: boolean) => {
        const after = chooseMembership(latest.current.top, key, isIn)
        if (after === latest.current.top) return showError(TOO_DEEP)
        wanted.current = { key, on: 'field', field: 1 }
        edit(() => after)
      },
      /** Chooses the variable of a condition, and moves to its value. */
      choose: (key: string, variableName: string, versions: readonly string[], condition: Condition | null = null) => {
        edit((before) => chooseVariable(before, key, variableName, versions, condition))
        openValue(key)
      },
      /** Makes a condition a group of the versions of a question, and moves to the value of all. */
      chooseVersions: (key: string, [first, ...others]: readonly string[], areVersions: boolean) => {
        if (first === undefined) return
        const chosen = chooseVariable(latest.current.top, key, first, [])
        const after = addVersions(chosen, key, others, areVersions)
        edit(() => after)
        openValue(findRule(after, key)?.parent?.key ?? key)
      },
      /** Puts versions of its question beside a condition, whose row moves in the page. */
      addVersions: (key: string, names: readonly string[], areVersions: boolean) => {
        wanted.current = { key, on: 'row' }
        setAddingKey(null)
        edit((before) => addVersions(before, key, names, areVersions))
      },
      /** Finishes a rule and opens the next: a blank one that is there, or a new one. */
      finish: (key: string) => {
        const found = findRule(latest.current.top, key)
        if (!found) return
        const { rule, parent, place } = found
        const next = newCondition()
        if (holdsRules(rule)) {
          const blank = rule.rules.find(isBlank)
          if (blank) return open(blank.key)
          return addAndOpen(next, (before) => addToGroup(before, key, [next]))
        }
        if (isBlank(rule)) return close(key)
        // The next rule is seldom another version.
        if (parent?.areVersions && parent.key !== latest.current.top.key) {
          return addAndOpen(next, (before) => addAfter(before, parent.key, [next]))
        }
        const following = parent?.rules[place + 1]
        if (following && isBlank(following)) return open(following.key)
        addAndOpen(next, (before) => addAfter(before, key, [next]))
      },
      /** Moves to the fields of the open row, or of a blank rule, which is added if there is none. */
      enter: () => {
        const { top: rules, openKey: opened } = latest.current
        const blank = rules.rules.find(isBlank)
        if (opened !== null) return open(opened)
        if (blank) return open(blank.key)
        const next = newCondition()
        addAndOpen(next, (before) => addToGroup(before, before.key, [next]))
      },
      /** Finishes the rules of a group and opens a rule after the group. */
      finishGroup: (key: string) => {
        const found = findRule(latest.current.top, key)
        if (!found?.parent) return
        const { rule, parent } = found
        const next = newCondition()
        const isLast = parent.key === latest.current.top.key
        const dropBlank = (before: DraftGroup) => (isBlank(rule) && !isLast ? removeRule(before, key) : before)
        if (isLast) return addAndOpen(next, (before) => addAfter(before, key, [next]))
        addAndOpen(next, (before) => addAfter(dropBlank(before), parent.key, [next]))
      },
      act: (key: string, act: RuleAct) => {
        const before = latest.current.top
        if (act === 'options') {
          wanted.current = { key, on: 'options' }
          setOptionsKey(key)
          setOpenKey(key)
          // An open row with its options is not rendered again.
          return focusWanted(list, wanted)
        }
        const after = changed(before, key, act)
        if (after === before) return act === 'group' && key !== before.key ? showError(TOO_DEEP) : undefined
        edit(() => after)
        if (act === 'group') {
          const group = findRule(after, key)?.parent
          if (group) open(group.key)
          return
        }
        wanted.current = { key: act === 'remove' || act === 'ungroup' ? neighbour(before, after, key) : key, on: 'row' }
        setAnnounced(act === 'up' || act === 'down' ? positionWords(after, key) : '')
      },
      /** Begins to drag a rule, or ends it with null. */
      drag: (key: string | null) => {
        dragged.current = key
      },
      isDragging: () => dragged.current !== null,
      drop: (targetKey: string, place: DropPlace) => {
        const key = dragged.current
        if (key === null || key === targetKey) return
        const after = dropRule(latest.current.top, key, targetKey, place)
        edit(() => after)
        wanted.current = { key, on: 'row' }
        setAnnounced(positionWords(after, key))
      },
      focus: (from: string, to: 'up' | 'down' | 'first' | 'last') => {
        const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
        const place = rows.findIndex(({ dataset }) => dataset['row'] === from)
        const target = { up: place - 1, down: place + 1, first: 0, last: rows.length - 1 }[to]
        rows[target]?.focus()
      },
    }
  }, [edit, store])

  usePaneActions({
    'list.search': { available: true, run: acts.enter },
    'form.add-rule': {
      available: true,
      run: () => acts.addListed(ruleKeyAt(document.activeElement) ?? openKey ?? top.key),
    },
  })
  const blank = top.rules.find((rule) => rule.key === openKey && isBlank(rule))
  useFirstField(() => blank && firstField(list.current, blank.key))

  return {
    list,
    openKey,
    optionsKey,
    addingKey: addingKey ?? groupAt(top, openKey).key,
    announced,
    ...acts,
    handleKeyDown: (event: KeyboardEvent) => handleRowKey(event, acts, hasStrata),
  }
}

/** The group with a key, or the group of a rule; of a version, the group around the versions. The top by default. */
function groupAt(top: DraftGroup, key: string | null): DraftGroup {
  const found = key === null ? undefined : findRule(top, key)
  if (found && holdsRules(found.rule)) return found.rule
  const group = found?.parent ?? top
  return group.areVersions ? (findRule(top, group.key)?.parent ?? group) : group
}

function changed(top: DraftGroup, key: string, act: Exclude<RuleAct, 'options'>): DraftGroup {
  switch (act) {
    case 'up':
      return moveRule(top, key, -1)
    case 'down':
      return moveRule(top, key, 1)
    case 'duplicate':
      return duplicateRule(top, key)
    case 'switch':
      return switchRule(top, key)
    case 'group':
      return wrapRule(top, key)
    case 'ungroup':
      return unwrapRule(top, key)
    case 'remove':
      return removeRule(top, key)
  }
}

/** The row that gets the focus after a removal: the same rule, the next one, or the one before. */
function neighbour(before: DraftGroup, after: DraftGroup, key: string): string {
  const kept = new Set(draftRules(after).map(({ rule }) => rule.key))
  const rules = draftRules(before).map(({ rule }) => rule.key)
  const place = rules.indexOf(key)
  const candidates = [...rules.slice(place), ...rules.slice(0, place).toReversed()]
  return candidates.find((one) => kept.has(one)) ?? after.key
}

function positionWords(top: DraftGroup, key: string): string {
  const found = findRule(top, key)
  return found?.parent ? `Now rule ${found.place + 1} of ${found.parent.rules.length}, level ${found.level}.` : ''
}
