import {
  fieldsOf,
  type CohortNames,
  type DefinitionField,
  type ObjectDefinition,
} from '#features/history/definition-fields.ts'

/** How a part of a definition differs between two versions. */
export type FieldDifference =
  | { readonly label: string; readonly from: string; readonly to: string }
  | {
      readonly label: string
      readonly added: readonly string[]
      readonly removed: readonly string[]
      /** The same items in another order. */
      readonly isReordered: boolean
    }

/** The differences from one definition to another, in the words of the screens. */
export function differencesBetween(
  from: ObjectDefinition,
  to: ObjectDefinition,
  nameOf: CohortNames,
): readonly FieldDifference[] {
  const before = new Map(fieldsOf(from, nameOf).map((field) => [field.label, field]))
  const after = new Map(fieldsOf(to, nameOf).map((field) => [field.label, field]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((label) => {
    const difference = fieldDifference(label, before.get(label), after.get(label))
    return difference === null ? [] : [difference]
  })
}

function fieldDifference(
  label: string,
  from: DefinitionField | undefined,
  to: DefinitionField | undefined,
): FieldDifference | null {
  if ([from, to].some((field) => field !== undefined && 'items' in field)) {
    const [before, after] = [itemsOf(from), itemsOf(to)]
    const [removed, added] = [without(before, after), without(after, before)]
    const isReordered = removed.length + added.length === 0 && before.some((item, place) => item !== after[place])
    return removed.length + added.length > 0 || isReordered ? { label, added, removed, isReordered } : null
  }
  const [before, after] = [textOf(from), textOf(to)]
  return before === after ? null : { label, from: before, to: after }
}

function itemsOf(field: DefinitionField | undefined): readonly string[] {
  return field !== undefined && 'items' in field ? field.items : []
}

function textOf(field: DefinitionField | undefined): string {
  return field !== undefined && 'text' in field ? field.text : ''
}

/** The items of a list that another does not have, or has less often. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return items.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}
