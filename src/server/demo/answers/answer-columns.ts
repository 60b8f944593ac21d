import { countOf, firstAge, lastAge, measureOf } from '#server/demo/answers/amounts.ts'
import { bitsOf, chanceOf, isNotBlank, type AskedItem, secondChanceOf } from '#server/demo/answers/asked-item.ts'
import { noteOf, numberOf, wordsOf } from '#server/demo/answers/words.ts'
import { meaningsOf, type KindName } from '#server/demo/forms/item.ts'
import { shareOf } from '#server/demo/model/noise.ts'

/** A column of a form's table: its name and the SQL of its values. */
interface AnswerColumn {
  readonly name: string
  readonly value: string
}

/** Of a thousand: how many answers are blank for no reason, at least and at most, and how many more if to be written. */
const BLANK_LEAST = 6
const BLANK_MOST = 75
const WORDS_BLANK = 340

/** Some questions are left out more often than others. */
function blanksOf({ item }: AskedItem): number {
  const blanks = BLANK_LEAST + Math.floor((BLANK_MOST - BLANK_LEAST) * shareOf(`${item.code}/blank`) ** 2)
  return item.kind.name === 'text' ? blanks + WORDS_BLANK : blanks
}

/** SQL: what is drawn for an item from its bits, with a name: a score where a trait decides, else an even chance. */
export function drawnColumn(asked: AskedItem): string {
  const low = `(${bitsOf(asked)} & 65535)::INTEGER`
  const isScored = asked.item.kind.name === 'yes' || asked.item.kind.name === 'scale'
  return isScored ? `${scoreOf(asked, low)} AS s${asked.place}` : `${low} AS ${chanceOf(asked)}`
}

/** SQL: whether the answer of a gate is yes; false where it is blank. */
export function gateOf(asked: AskedItem): string {
  return `(${isNotBlank(asked, blanksOf(asked))} AND ${isYes(asked)})`
}

/** The columns that an item's answers take: one, or of a date three. */
export function answerColumns(asked: AskedItem): AnswerColumn[] {
  const name = columnName(asked.place)
  const where = conditionOf(asked)
  const only = (value: string) => `CASE WHEN ${where} THEN ${value} END`
  const { kind } = asked.item
  if (kind.name === 'date' || kind.name === 'fuzzy' || kind.name === 'onset' || kind.name === 'birth') {
    const date = kind.name === 'date' ? visitDate(asked) : recalledDate(asked, kind.name)
    return [
      { name, value: only(date.text) },
      { name: `${name}__first`, value: only(date.first) },
      { name: `${name}__last`, value: only(date.last) },
    ]
  }
  return [{ name, value: only(valueOf(asked)) }]
}

/** Columns are named by their place in the form. */
export function columnName(place: number): string {
  return `c${place}`
}

function conditionOf(asked: AskedItem): string {
  const conditions = [isNotBlank(asked, blanksOf(asked))]
  if (asked.gatePlace !== null) conditions.push(`g${asked.gatePlace}`)
  if (asked.asked !== null) conditions.push(asked.asked)
  return conditions.join(' AND ')
}

function valueOf(asked: AskedItem): string {
  const { kind } = asked.item
  const codes = Object.keys(meaningsOf(kind))
  switch (kind.name) {
    case 'yes':
      return asked.isGate
        ? `CASE WHEN g${asked.place} THEN '1' ELSE '0' END`
        : `CASE WHEN ${isYes(asked)} THEN '1' ELSE '0' END`
    case 'scale':
      return stepOf(asked, codes)
    case 'pick':
      return chosen(asked, codes)
    case 'some':
      return severalChosen(asked, codes)
    case 'tick':
      return `CASE WHEN ${chanceOf(asked)} < 24000 THEN '1' END`
    case 'count':
      return countOf(asked)
    case 'score':
      return measureOf(asked)
    case 'age':
      return 'age::DOUBLE'
    case 'first':
      return firstAge(asked)
    case 'last':
      return lastAge(asked)
    case 'note':
      return noteOf(asked)
    case 'id':
      return numberOf(asked)
    default:
      return wordsOf(asked)
  }
}

/** SQL: choices that follow from who somebody is; where it gives NULL, chance chooses. */
const SETTLED: Readonly<Record<string, string>> = {
  sex: `CASE sex WHEN 'F' THEN '1' ELSE '2' END`,
  twin: `CASE WHEN place_no > 2 AND kinship < 8 THEN '0' ELSE CASE twin WHEN 1 THEN '1' WHEN 2 THEN '2' ELSE '0' END END`,
  diagnosis: `CASE dx WHEN 'BP1' THEN '1' WHEN 'BP2' THEN '2' WHEN 'SCZ' THEN '3' WHEN 'SAD' THEN '4'
    WHEN 'MDD' THEN '5' WHEN 'ASD' THEN '6' ELSE '7' END`,
  marital: `CASE WHEN age < 19 THEN '1' END`,
  household: `CASE WHEN age < 18 THEN '3' END`,
  employment: `CASE WHEN age < 19 THEN '4' WHEN age > 70 THEN '6' END`,
  schooling: `CASE WHEN age < 12 THEN '1' WHEN age < 17 THEN '2' END`,
}

/** Weights fall from the first choice to the last. */
const FALL = 0.35

const CHANCES = 65_536

/** SQL: one of the codes; the first is the commonest. */
function chosen(asked: AskedItem, codes: readonly string[]): string {
  const weights = codes.map((_, index) => 1 / (1 + index * FALL))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  const cases = codes.slice(0, -1).map((code, index) => {
    sum += weights[index] ?? 0
    return `WHEN ${chanceOf(asked)} < ${Math.round((sum / total) * CHANCES)} THEN '${code}'`
  })
  const byChance = `CASE ${cases.join(' ')} ELSE '${codes.at(-1) ?? ''}' END`
  const settled = SETTLED[asked.item.kind.argument]
  return settled === undefined ? byChance : `coalesce(${settled}, ${byChance})`
}

const BITS_A_CODE = 3

/** SQL: any number of the codes, sorted and joined by ";"; those who are troubled name more. */
function severalChosen(asked: AskedItem, codes: readonly string[]): string {
  const { latent } = asked.item
  const ticks = codes.map((code, index) => {
    const chance = `((${bitsOf(asked)} >> ${index * BITS_A_CODE}) & 7)::INTEGER`
    return `CASE WHEN ${chance} < CASE WHEN ${latent} > 1200 THEN 3 ELSE 1 END THEN '${code}' END`
  })
  return `nullif(concat_ws(';', ${ticks.join(', ')}), '')`
}

/** SQL: a date as text, and the first and the last day that it may be. */
interface DateColumns {
  readonly text: string
  readonly first: string
  readonly last: string
}

/** SQL: a day of the visit or shortly after, known exactly. */
function visitDate(asked: AskedItem): DateColumns {
  const day = dayOf(`interview_day + (${chanceOf(asked)} >> 11)`)
  return { text: `CAST(${day} AS VARCHAR)`, first: day, last: day }
}

/** SQL: a day long ago, of which the day, or the month and the day, may be forgotten. */
function recalledDate(asked: AskedItem, kind: KindName): DateColumns {
  const chance = chanceOf(asked)
  const day = dayOf(kind === 'birth' ? 'birth_day' : `least(interview_day, birth_day + ${recalledAge(kind, chance)})`)
  if (kind === 'birth') return known(day, 'FALSE', 'FALSE')
  const clarity = secondChanceOf(asked)
  return known(day, `${clarity} < 22000`, `${clarity} > 52000`)
}

function recalledAge(kind: KindName, chance: string): string {
  if (kind === 'onset') return `onset * 365 + onset // 4 + (${chance} >> 8)`
  return `onset * 365 + (interview_day - birth_day - onset * 365) * ${chance} // 65536`
}

function known(day: string, onlyYear: string, fully: string): DateColumns {
  return {
    text: `CASE WHEN ${onlyYear} THEN strftime(${day}, '%Y-UU-UU') WHEN ${fully} THEN strftime(${day}, '%Y-%m-%d')
      ELSE strftime(${day}, '%Y-%m-UU') END`,
    first: `CASE WHEN ${onlyYear} THEN date_trunc('year', ${day})::DATE WHEN ${fully} THEN ${day}
      ELSE date_trunc('month', ${day})::DATE END`,
    last: `CASE WHEN ${onlyYear} THEN make_date(year(${day}), 12, 31) WHEN ${fully} THEN ${day} ELSE last_day(${day}) END`,
  }
}

function dayOf(days: string): string {
  return `(DATE '1970-01-01' + (${days})::INTEGER)`
}

/** How much of an answer comes from the trait that it is about: per thousandth of a deviation, in 65,536ths of chance. */
const LOADING = 24

const MEAN = 32_768

/** Of chance and trait together, in people without a diagnosis. */
const DEVIATION = 30_560

/** Deviations above the mean at which a yes, or the first step of a scale, begins. */
const RARE = { ungated: 1.35, gated: 0.75, scale: 0.45, gatedScale: -0.1 }

/** How far scales that people answer in the middle begin below the others. */
const CENTRED = new Set(['agree', 'confidence', 'known', 'helped', 'rating'])

const CENTRED_START = -1.35

/** Of each step of a scale. */
const STEP_WIDTH = 18_947

/** SQL: how strongly the person tends to a yes, from the chance that is given. */
function scoreOf(asked: AskedItem, chance: string): string {
  return `${asked.item.latent} * ${LOADING} + ${chance}`
}

function threshold(deviations: number): number {
  return Math.round(MEAN + deviations * DEVIATION)
}

/** Some answers are rarer than others, for no other reason than that they are. */
function own({ item }: AskedItem): number {
  return item.kind.rarer + (shareOf(item.code) - 0.5) * 0.6
}

/** SQL: whether the answer is yes. */
function isYes(asked: AskedItem): string {
  const start = asked.gatePlace === null ? RARE.ungated : RARE.gated
  return `s${asked.place} > ${threshold(start + own(asked))}`
}

/** SQL: the code on a scale whose codes follow each other, least first. */
function stepOf(asked: AskedItem, codes: readonly string[]): string {
  const isCentred = CENTRED.has(asked.item.kind.argument)
  const start = isCentred ? CENTRED_START : asked.gatePlace === null ? RARE.scale : RARE.gatedScale
  const from = threshold(start + own(asked)) - STEP_WIDTH
  const lowest = (codes[0] ?? '0').charCodeAt(0)
  const step = `greatest(0, least(${codes.length - 1}, (s${asked.place} - ${from}) // ${STEP_WIDTH}))`
  return `chr((${lowest} + ${step})::INTEGER)`
}
