import { chanceOf, secondChanceOf, type FormItem } from '#server/demo/answers/asked-item.ts'
import { PHRASES } from '#server/demo/forms/phrases.ts'

/** SQL: a free-text answer. */
export function wordsOf(asked: FormItem): string {
  const [beginnings, endings] = PHRASES[asked.item.kind.argument] ?? [[''], ['']]
  const beginning = oneOf(beginnings, `${chanceOf(asked)} % ${beginnings.length}`)
  if (endings.length === 1) return beginning
  return `trim(${beginning} || ' ' || ${oneOf(endings, `${secondChanceOf(asked)} % ${endings.length}`)})`
}

/** SQL: a note beside the form's questions; mostly empty. */
export function noteOf(asked: FormItem): string {
  return `CASE WHEN ${chanceOf(asked)} < 2600 THEN ${wordsOf({ ...asked, item: { ...asked.item, kind: { name: 'text', argument: 'remarks', rarer: 0 } } })} END`
}

const STAFF = 40

/** SQL: a number of a staff member, or of a thing of one participant. */
export function numberOf(asked: FormItem): string {
  const kind = asked.item.kind.argument
  if (kind === 'staff') return `'SYN-R' || lpad((1 + ${chanceOf(asked)} % ${STAFF})::VARCHAR, 2, '0')`
  return `'SYN-${kind.charAt(0).toUpperCase()}' || lpad(individual_no::VARCHAR, 6, '0')`
}

function oneOf(texts: readonly string[], index: string): string {
  return `([${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}])[1 + ${index}]`
}
