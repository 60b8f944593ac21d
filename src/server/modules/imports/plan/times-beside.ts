import { isDateType } from '#domain/data-types.ts'
import { completeDate, hasTime } from '#domain/data-types/date.ts'
import { countOf } from '#domain/numbers.ts'
import { answerOf, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import { undescribed, type SourceForm } from '#server/modules/imports/source/source-form.ts'

interface FormWithTimes {
  readonly form: SourceForm
  readonly notes: readonly Problem[]
}

/** A date type holds the day; the time of day of such a column stays in a column of its own, `SEEN_TIME` for `SEEN`. */
export function withTimesBeside(form: SourceForm): FormWithTimes {
  const notes: Problem[] = []
  const parts = form.columns.flatMap((column, place) => {
    const times = timesOf(form, place)
    if (times === 0) return [{ column, place, isTime: false }]
    const name = `${column.name}_time`
    notes.push(
      problemAt(form.file, null, `${column.name}: the time of day of ${countOf(times, 'answer')} is in ${name}.`),
    )
    const question = `Time of day: ${column.description.question}`
    const time = {
      name,
      description: { ...undescribed(question), dataType: 'text' as const },
      ...(column.visitOf !== undefined && { visitOf: `${column.visitOf}_time` }),
    }
    return [
      { column, place, isTime: false },
      { column: time, place, isTime: true },
    ]
  })
  if (notes.length === 0) return { form, notes }
  const cell: SourceForm['cell'] = (offset, index) => {
    const part = parts[index]
    const text = form.cell(offset, part?.place ?? -1)
    return part?.isTime ? timeOf(text) : text
  }
  return { form: { ...form, columns: parts.map(({ column }) => column), cell }, notes }
}

/** How many answers of a column of dates have a time of day; 0 where all of these are midnight, as pandas writes a day. */
function timesOf({ columns, rows, cell }: SourceForm, place: number): number {
  const dataType = columns[place]?.description.dataType ?? null
  if (dataType !== null && !isDateType(dataType)) return 0
  let [dates, others, times] = [0, 0, 0]
  let isAllMidnight = true
  for (const { offset } of rows) {
    const answer = answerOf(cell(offset, place))
    if (answer === null) continue
    if (completeDate(answer) === null) others++
    else dates++
    if (dates === 0) return 0
    if (!hasTime(answer)) continue
    times++
    isAllMidnight &&= /^00:00(?::00(?:[.,]0+)?)?$/.test(timeOf(answer))
  }
  return isAllMidnight || dates <= others ? 0 : times
}

const DAY_LENGTH = 'YYYY-MM-DD '.length

function timeOf(text: string): string {
  return hasTime(text) ? text.trim().slice(DAY_LENGTH) : ''
}
