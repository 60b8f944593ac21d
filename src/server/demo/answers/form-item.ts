import type { Item } from '#server/demo/forms/item.ts'
import { rowsIn } from '#server/demo/symptoms/symptom.ts'

export interface FormItem {
  readonly item: Item
  readonly section: string
  /** Position in the form, counted from 1. */
  readonly place: number
  /** Position of the gate item, which must be answered with yes; null without a gate. */
  readonly gatePlace: number | null
  readonly isGate: boolean
  /** SQL on the table of subjects: who is asked the item; null for all. */
  readonly condition: string | null
}

/** SQL: the 64 random bits of an answer. */
export function bitsOf({ place }: FormItem): string {
  return `h${place}`
}

/** SQL: a uniform number from 0 to 65,535. */
export function chanceOf({ place }: FormItem): string {
  return `u${place}`
}

/** SQL: a second uniform number, independent of the first. */
export function secondChanceOf({ place }: FormItem): string {
  return `((h${place} >> 24) & 65535)::INTEGER`
}

const ALL_BITS = 2n ** 64n
const PER_MILLE = 1_000n

/** SQL: false for `perMille` of 1,000 rows, independent of both uniform numbers. */
export function isNotBlank({ place }: FormItem, perMille: number): string {
  return `h${place} >= ${(ALL_BITS * BigInt(perMille)) / PER_MILLE}`
}

/** SQL: a free-text answer. */
export function wordsOf(asked: FormItem): string {
  const [beginnings, endings] = PHRASES.get(asked.item.kind.argument) ?? [[''], ['']]
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

/** Parses phrases, one list a line: `name | beginning; beginning | ending; ending`. An ending may be empty. */
function phrases(text: TemplateStringsArray): ReadonlyMap<string, readonly [string[], string[]]> {
  const listed = (cell: string) => cell.split(';').map((phrase) => phrase.trim())
  return new Map(
    rowsIn(text).map(([name = '', beginnings = '', endings = '']) => [name, [listed(beginnings), listed(endings)]]),
  )
}

/** Free-text answers: beginnings and endings that combine freely. */
const PHRASES = phrases`
highs | I felt ten feet tall; Everything was bright; I could not stop talking; My head was on fire; I was king of the world | and needed no rest; until the money ran out; and nobody could keep up; for about a week; and then it all came down
losses | My father died; I lost my job; We separated; The baby came; I failed my examinations; Nothing that I know of | in the spring; a few months before; and I was alone; quite suddenly; after a long illness
worries | Money; My health; The children; Work; What others think; Noise; Pain in my back | most of all; and being alone; and what comes next; day and night; since the move
tablets | Zolpidem; Diazepam; A herbal tea; Trazodone; Paracetamol; None | at night; now and then; for two weeks; half a tablet; not sure of the dose
reasons | It loosens me up; It helps me to forget; I like the taste; Everybody does it; It stops the shaking | among people; after work; when I am alone; at the weekend; for a while
helpers | My children; My faith; A friend; The group; Work; My doctor; The dog | kept me going; helped most; and time; and the thought of my mother; more than anything
abstinence | Religion; My father drank; I do not like it; Health; Medicine | forbids it; is the reason; and that was enough; since childhood; and nothing else
voices | "You are worthless"; "Do not eat that"; "Look at him now"; "Come with us"; My name; "Everybody knows" | again and again; in a whisper; very loud; while I was washing up; at night
ideas | That I was watched; That the food was poisoned; That I was sent by God; That my thoughts were on the radio; That my neighbours were spies | from across the street; through the wall; to warn people; for months; and no one believed me
deeds | I locked myself in; I called the police; I left town; I stopped eating; I wrote letters; Nothing | for days; several times; in the night; to be safe; until my brother came
places | In a shop; On the bus; At home in bed; In a lift; At church; In class | among many people; in the evening; on my own; after a meal; on a hot day
regrets | A better job; Friendships; Going to college; A marriage; Speaking at the wedding | I think; more than once; and I regret it; when I was young; mostly
rituals | Washing my hands; Checking the gas; Counting the stairs; Touching the door frame; Rereading each line | seven times; until it felt right; before leaving; in a fixed order; for an hour
shocks | A car crash; A fire; An assault; The war; A fall from a roof; Does not wish to say | near home; at work; as a child; with the family; abroad
strengths | Kindness; A sense of humour; A good memory; Love of animals; Honesty; Curiosity | above all; towards smaller children; and patience; when rested; every day
remarks | Nothing to add; Spoke freely; Wanted a break; A sister should be asked; Records to be requested; Asked about results | at the end; throughout; after the second part; with some hesitation; and was thanked
countries | United States; Mexico; Puerto Rico; Canada; Ireland; Costa Rica; Germany; Israel; India; China |
jobs | Nurse; Teacher; Farm worker; Electrician; Clerk; Driver; Cook; Shop assistant; Engineer; Carpenter | ; part time; self-employed; in training; retired
allergies | Penicillin; Nuts; Pollen; Shellfish; None known; Aspirin; Eggs | ; since childhood; rash; found at a test; not certain
effects | Weight gain; Tremor; Drowsiness; Dry mouth; Restless legs; Thirst; None | ; in the first weeks; most of the time; on the higher dose; and I told the doctor
`
