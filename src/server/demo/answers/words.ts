import { chanceOf, secondChanceOf, type AskedItem } from '#server/demo/answers/asked-item.ts'
import { PHRASES } from '#server/demo/forms/phrases.ts'

/** SQL: an answer in somebody's own words. */
export function wordsOf(asked: AskedItem): string {
  const [beginnings, endings] = PHRASES[asked.item.kind.argument] ?? [[''], ['']]
  const beginning = oneOf(beginnings, `${chanceOf(asked)} % ${beginnings.length}`)
  if (endings.length === 1) return beginning
  return `trim(${beginning} || ' ' || ${oneOf(endings, `${secondChanceOf(asked)} % ${endings.length}`)})`
}

/** SQL: something noted beside the form's own questions; nearly always nothing. */
export function noteOf(asked: AskedItem): string {
  return `CASE WHEN ${chanceOf(asked)} < 2600 THEN ${wordsOf({ ...asked, item: { ...asked.item, kind: { name: 'text', argument: 'remarks', rarer: 0 } } })} END`
}

const STAFF = 40

/** SQL: a number that stands for a person of the staff or for a thing that belongs to one person. */
export function numberOf(asked: AskedItem): string {
  const kind = asked.item.kind.argument
  if (kind === 'staff') return `'SYN-R' || lpad((1 + ${chanceOf(asked)} % ${STAFF})::VARCHAR, 2, '0')`
  return `'SYN-${kind.charAt(0).toUpperCase()}' || lpad(individual_no::VARCHAR, 6, '0')`
}

function oneOf(texts: readonly string[], index: string): string {
  return `([${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}])[1 + ${index}]`
}
