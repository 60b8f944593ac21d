import { countOf, firstAge, lastAge, measureOf } from '#server/demo/answers/amounts.ts'
import { bitsOf, chanceOf, isNotBlank, type AskedItem } from '#server/demo/answers/asked-item.ts'
import { chosen, severalChosen } from '#server/demo/answers/choices.ts'
import { recalledDate, visitDate } from '#server/demo/answers/dates.ts'
import { isYes, scoreOf, stepOf } from '#server/demo/answers/scores.ts'
import { noteOf, numberOf, wordsOf } from '#server/demo/answers/words.ts'
import { meaningsOf } from '#server/demo/forms/item.ts'
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
