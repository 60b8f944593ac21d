import {
  blankCriterion,
  isGroup,
  newKey,
  type DraftCriterion,
  type DraftGroup,
  type DraftValue,
  type Relationship,
} from '#features/custom-variables/draft.ts'

/** One more condition, in a group or at the end of the definition itself. */
export function addCriterion(value: DraftValue, source: string, groupKey: string | null): DraftValue {
  const criterion = blankCriterion(source)
  if (groupKey === null) return { ...value, parts: [...value.parts, criterion] }
  return changeGroup(value, groupKey, (group) => ({ ...group, criteria: [...group.criteria, criterion] }))
}

/** A group is joined the other way than what it stands in, or it would say nothing. */
export function addGroup(value: DraftValue, source: string): DraftValue {
  const relationship: Relationship = value.relationship === 'AND' ? 'OR' : 'AND'
  const group = { key: newKey(), relationship, criteria: [blankCriterion(source), blankCriterion(source)] }
  return { ...value, parts: [...value.parts, group] }
}

export function joinGroup(value: DraftValue, groupKey: string, relationship: Relationship): DraftValue {
  return changeGroup(value, groupKey, (group) => ({ ...group, relationship }))
}

export function replaceCriterion(value: DraftValue, next: DraftCriterion): DraftValue {
  const replaced = (criterion: DraftCriterion) => (criterion.key === next.key ? next : criterion)
  return {
    ...value,
    parts: value.parts.map((part) =>
      isGroup(part) ? { ...part, criteria: part.criteria.map(replaced) } : replaced(part),
    ),
  }
}

function changeGroup(value: DraftValue, key: string, change: (group: DraftGroup) => DraftGroup): DraftValue {
  return { ...value, parts: value.parts.map((part) => (isGroup(part) && part.key === key ? change(part) : part)) }
}
