import { isFamilySize, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'

/** A group without its rules, or the size of a family as a whole. */
export type GroupHead<Variable> = Omit<RuleGroup<Variable>, 'rules'> & Partial<Pick<RuleGroup<Variable>, 'rules'>>
type Leaf<Variable> = Exclude<Rule<Variable>, RuleGroup<Variable>>

interface Paired {
  /** The place of the rule in the first group. */
  readonly place: number
  /** Whether it follows a rule that it preceded in the first group. The order of rules does not change the members. */
  readonly isMoved: boolean
}

/** How a rule of one group relates to the rules of another. */
export type RuleDiff<Variable> =
  | ({ readonly kind: 'same'; readonly rule: Rule<Variable> } & Paired)
  | ({ readonly kind: 'changed'; readonly from: Leaf<Variable>; readonly to: Leaf<Variable> } & Paired)
  | (GroupDiff<Variable> & Paired)
  | { readonly kind: 'added'; readonly rule: Rule<Variable> }
  | { readonly kind: 'removed'; readonly rule: Rule<Variable>; readonly place: number }

/** Two groups: their own match and options, and their rules in the order of the second, removed ones between. */
export interface GroupDiff<Variable> {
  readonly kind: 'group'
  readonly from: GroupHead<Variable>
  readonly to: GroupHead<Variable>
  readonly rules: readonly RuleDiff<Variable>[]
}

/**
 * The differences of two groups by their rules. Equal rules are paired first, then rules about the same: one variable,
 * one kind of stratum, cohorts, or groups, those with the same match and options first.
 */
export function diffGroups<Variable>(from: RuleGroup<Variable>, to: RuleGroup<Variable>): GroupDiff<Variable> {
  const places = pairedPlaces(from.rules, to.rules)
  const steps: RuleDiff<Variable>[] = []
  let last = -1
  for (const [index, rule] of to.rules.entries()) {
    const place = places[index] ?? null
    const other = place === null ? undefined : from.rules[place]
    if (place === null || other === undefined) {
      steps.push({ kind: 'added', rule })
      continue
    }
    steps.push(pairOf(other, rule, { place, isMoved: place < last }))
    last = Math.max(last, place)
  }
  const paired = new Set(places)
  for (const [place, rule] of from.rules.entries()) {
    if (paired.has(place)) continue
    const before = steps.findIndex((step) => step.kind !== 'added' && step.place === place - 1)
    steps.splice(before + 1, 0, { kind: 'removed', rule, place })
  }
  return { kind: 'group', from: headOf(from), to: headOf(to), rules: steps }
}

function headOf<Variable>(group: RuleGroup<Variable>): GroupHead<Variable> {
  if (isFamilySize(group)) return group
  const { rules: _, ...head } = group
  return head
}

/** Whether two groups have the same rules with the same options; their order may differ. */
export function isSameGroup<Variable>({ from, to, rules }: GroupDiff<Variable>): boolean {
  return (
    textOf(from) === textOf(to) &&
    rules.every((step) => step.kind === 'same' || (step.kind === 'group' && isSameGroup(step)))
  )
}

/** For each rule of the second list the place of its pair in the first; null without one. */
function pairedPlaces<Variable>(
  from: readonly Rule<Variable>[],
  to: readonly Rule<Variable>[],
): readonly (number | null)[] {
  const places: (number | null)[] = to.map(() => null)
  for (const keyOf of [textOf, similarHead, similar]) {
    const free = new Map<string, number[]>()
    for (const [place, rule] of from.entries()) {
      const key = keyOf(rule)
      if (!places.includes(place)) free.set(key, [...(free.get(key) ?? []), place])
    }
    for (const [index, rule] of to.entries()) places[index] ??= free.get(keyOf(rule))?.shift() ?? null
  }
  return places
}

function similarHead(rule: Rule<unknown>): string {
  return rule.kind === 'group' ? textOf(headOf(rule)) : similar(rule)
}

function similar(rule: Rule<unknown>): string {
  if (rule.kind === 'condition') return `condition ${String(rule.variable)}`
  return rule.kind === 'stratum' ? `stratum ${rule.field}` : rule.kind
}

function pairOf<Variable>(from: Rule<Variable>, to: Rule<Variable>, paired: Paired): RuleDiff<Variable> {
  if (textOf(from) === textOf(to)) return { kind: 'same', rule: from, ...paired }
  if (from.kind === 'group' && to.kind === 'group') return { ...diffGroups(from, to), ...paired }
  if (from.kind === 'group' || to.kind === 'group') throw new Error('A group is no change of a rule.')
  return { kind: 'changed', from, to, ...paired }
}

/** Equal for values with equal fields, in any order of the fields. */
function textOf(value: object): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

type Shown<Variable> = Leaf<Variable> | GroupHead<Variable>

/** A row of a table of both definitions; null where one has no such rule. */
export interface DiffRow<Variable> {
  readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'moved'
  readonly level: number
  readonly from: Shown<Variable> | null
  readonly to: Shown<Variable> | null
}

/** A group, then its rules, by both definitions. */
export function diffRows<Variable>(diff: RuleDiff<Variable> | GroupDiff<Variable>, level = 0): DiffRow<Variable>[] {
  switch (diff.kind) {
    case 'changed':
      return [{ kind: 'changed', level, from: diff.from, to: diff.to }]
    case 'group': {
      const isMoved = 'isMoved' in diff && diff.isMoved
      const kind = textOf(diff.from) !== textOf(diff.to) ? 'changed' : isMoved ? 'moved' : 'same'
      const areSizes = diff.from.rules !== undefined && diff.to.rules !== undefined
      const below = areSizes ? [] : diff.rules.flatMap((child) => diffRows(child, level + 1))
      return [{ kind, level, from: diff.from, to: diff.to }, ...below]
    }
    case 'same':
      return rowsOfRule(diff.rule, diff.isMoved ? 'moved' : 'same', level)
    case 'added':
    case 'removed':
      return rowsOfRule(diff.rule, diff.kind, level)
  }
}

function rowsOfRule<Variable>(
  rule: Rule<Variable>,
  kind: 'same' | 'added' | 'removed' | 'moved',
  level: number,
): DiffRow<Variable>[] {
  const head = rule.kind === 'group' ? headOf(rule) : rule
  const row = { kind, level, from: kind === 'added' ? null : head, to: kind === 'removed' ? null : head }
  const hasBelow = rule.kind === 'group' && !isFamilySize(rule)
  const below = hasBelow ? rule.rules.flatMap((one) => rowsOfRule(one, kind, level + 1)) : []
  return [row, ...below]
}
