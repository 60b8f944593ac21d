import { cellsOfCriteria, type Cell } from '#domain/combine-table.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { AnyVariable, CustomVariableRule } from '#server/catalog/variable.ts'
import type { Answers } from '#server/queries/answers.ts'

/**
 * Whether each value of a table of two variables is given, or null where the rule is no such table. What a person has
 * is looked up by the places of the two answers; as many conditions as there are combinations would take long. A
 * value that is not given is false here even where an answer is missing: no other value hangs on the difference.
 */
export function tableTruths(answers: Answers, rule: CustomVariableRule, layer: number): readonly string[] | null {
  const [first, second] = rule.sources
  if (rule.variableType !== 'merge' || !first || !second) return null
  const given = new Map<string, string>()
  const cells: Cell[] = []
  for (const [place, { criteria }] of rule.values.entries()) {
    const own = criteria.parts.length === 0 ? [] : cellsOfCriteria(criteria, first, second)
    if (!own) return null
    cells.push(...own)
    for (const cell of own) given.set(keyOf(cell), given.get(keyOf(cell)) ?? String(place))
  }
  const rows = codesOf(cells.map((cell) => cell.first))
  const columns = codesOf(cells.map((cell) => cell.second))
  const places = rows.flatMap((a) => columns.map((b) => given.get(keyOf({ first: a, second: b })) ?? ''))
  const { bindList } = answers.parameters
  const placeIn = (variable: AnyVariable, codes: readonly string[]) => {
    const { known } = answers.answerTo(variable)
    return `CASE WHEN ${known} IS NULL THEN ${codes.length} ELSE nullif(list_position(${bindList(codes)}, ${known}), 0) END`
  }
  const at = `(${placeIn(first, rows)} - 1) * ${columns.length} + ${placeIn(second, columns)}`
  const place = answers.column(`list_extract(${bindList(places)}, ${at})`, layer)
  return rule.values.map((_, index) => `coalesce(${place} = '${index}', FALSE)`)
}

/** The codes that the table speaks of, [UNK] last: that is the place of a missing answer. */
function codesOf(codes: readonly string[]): readonly string[] {
  return [...new Set(codes.filter((code) => code !== UNKNOWN_VALUE)), UNKNOWN_VALUE]
}

function keyOf({ first, second }: Cell): string {
  return JSON.stringify([first, second])
}
