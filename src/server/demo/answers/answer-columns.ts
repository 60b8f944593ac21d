import { countOf, firstAge, lastAge, measureOf } from '#server/demo/answers/amounts.ts'
import {
  bitsOf,
  chanceOf,
  isNotBlank,
  type FormItem,
  secondChanceOf,
  noteOf,
  numberOf,
  wordsOf,
} from '#server/demo/answers/form-item.ts'
import { meaningsOf, type KindName } from '#server/demo/forms/item.ts'
import { shareOf } from '#server/demo/model/noise.ts'

interface AnswerColumn {
  readonly name: string
  readonly value: string
}

/** Per mille of answers missing at random: minimum and maximum, and the addition for free text. */
const BLANK_LEAST = 6
const BLANK_MOST = 75
const WORDS_BLANK = 340

/** Some questions are skipped more often than others. */
function blanksOf({ item }: FormItem): number {
  const blanks = BLANK_LEAST + Math.floor((BLANK_MOST - BLANK_LEAST) * shareOf(`${item.code}/blank`) ** 2)
  return item.kind.name === 'text' ? blanks + WORDS_BLANK : blanks
}

/** SQL: the random variable of an item, with a name: a score for a trait, else a uniform number. */
export function drawnColumn(asked: FormItem): string {
  const low = `(${bitsOf(asked)} & 65535)::INTEGER`
  const isScored = asked.item.kind.name === 'yes' || asked.item.kind.name === 'scale'
  return isScored ? `${scoreOf(asked, low)} AS s${asked.place}` : `${low} AS ${chanceOf(asked)}`
}

/** SQL: whether a gate question is answered with yes; false where missing. */
export function gateOf(asked: FormItem): string {
  return `(${isNotBlank(asked, blanksOf(asked))} AND ${isYes(asked)})`
}

/** The columns of an item's answers: one, or three for a date. */
export function answerColumns(asked: FormItem): AnswerColumn[] {
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

/** Columns are named by their position in the form. */
export function columnName(place: number): string {
  return `c${place}`
}

function conditionOf(asked: FormItem): string {
  const conditions = [isNotBlank(asked, blanksOf(asked))]
  if (asked.gatePlace !== null) conditions.push(`g${asked.gatePlace}`)
  if (asked.condition !== null) conditions.push(asked.condition)
  return conditions.join(' AND ')
}

function valueOf(asked: FormItem): string {
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

/** SQL: choices that follow from the subject; NULL leaves the choice to chance. */
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

/** The weights decrease from the first choice to the last. */
const FALL = 0.35

const CHANCES = 65_536

/** SQL: one of the codes; the first is the most frequent. */
function chosen(asked: FormItem, codes: readonly string[]): string {
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

/** SQL: any number of the codes, sorted and joined by ";"; more with a high latent trait. */
function severalChosen(asked: FormItem, codes: readonly string[]): string {
  const { latent } = asked.item
  const ticks = codes.map((code, index) => {
    const chance = `((${bitsOf(asked)} >> ${index * BITS_A_CODE}) & 7)::INTEGER`
    return `CASE WHEN ${chance} < CASE WHEN ${latent} > 1200 THEN 3 ELSE 1 END THEN '${code}' END`
  })
  return `nullif(concat_ws(';', ${ticks.join(', ')}), '')`
}

/** SQL: a date as text, with its earliest and latest possible day. */
interface DateColumns {
  readonly text: string
  readonly first: string
  readonly last: string
}

/** SQL: the visit's day or shortly after, completely known. */
function visitDate(asked: FormItem): DateColumns {
  const day = dayOf(`interview_day + (${chanceOf(asked)} >> 11)`)
  return { text: `CAST(${day} AS VARCHAR)`, first: day, last: day }
}

/** SQL: a past day; the day, or month and day, may be unknown. */
function recalledDate(asked: FormItem, kind: KindName): DateColumns {
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

/** Factor loading of an answer on its trait: 65,536ths per thousandth of a standard deviation. */
const LOADING = 24

const MEAN = 32_768

/** Standard deviation of chance and trait together, without a diagnosis. */
const DEVIATION = 30_560

/** Standard deviations above the mean at which a yes, or the first step of a scale, begins. */
const RARE = { ungated: 1.35, gated: 0.75, scale: 0.45, gatedScale: -0.1 }

/** Shift of scales whose middle answers are the most frequent. */
const CENTRED = new Set(['agree', 'confidence', 'known', 'helped', 'rating'])

const CENTRED_START = -1.35

/** The width of each step of a scale. */
const STEP_WIDTH = 18_947

/** SQL: the propensity to answer yes, from a uniform number. */
function scoreOf(asked: FormItem, chance: string): string {
  return `${asked.item.latent} * ${LOADING} + ${chance}`
}

function threshold(deviations: number): number {
  return Math.round(MEAN + deviations * DEVIATION)
}

/** Base rates differ between items. */
function rarityOf({ item }: FormItem): number {
  return item.kind.rarer + (shareOf(item.code) - 0.5) * 0.6
}

/** SQL: whether the answer is yes. */
function isYes(asked: FormItem): string {
  const start = asked.gatePlace === null ? RARE.ungated : RARE.gated
  return `s${asked.place} > ${threshold(start + rarityOf(asked))}`
}

/** SQL: the code on an ordinal scale, lowest first. */
function stepOf(asked: FormItem, codes: readonly string[]): string {
  const isCentred = CENTRED.has(asked.item.kind.argument)
  const start = isCentred ? CENTRED_START : asked.gatePlace === null ? RARE.scale : RARE.gatedScale
  const from = threshold(start + rarityOf(asked)) - STEP_WIDTH
  const lowest = (codes[0] ?? '0').charCodeAt(0)
  const step = `greatest(0, least(${codes.length - 1}, (s${asked.place} - ${from}) // ${STEP_WIDTH}))`
  return `chr((${lowest} + ${step})::INTEGER)`
}
