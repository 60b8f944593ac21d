import { countAnswers, type CountedAnswers } from '#server/modules/imports/plan/count-answers.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'

/** A column's answers, and those of all visits of the question, which decide the data type. */
export interface ColumnAnswers {
  readonly own: CountedAnswers
  readonly alike: CountedAnswers
}

/** Counts the answers of each column; visits of one question are also counted together. */
export function countsByColumn(form: SourceForm): (column: number) => ColumnAnswers {
  const visits = new Map<string, number[]>()
  for (const [place, { visitOf }] of form.columns.entries()) {
    if (visitOf !== undefined) visits.set(visitOf, [...(visits.get(visitOf) ?? []), place])
  }
  const known = new Map<string, CountedAnswers>()
  const count = (place: number): CountedAnswers => {
    const column = form.columns[place]
    return column ? countAnswers(form, place, column.description) : new Map()
  }
  return (place) => {
    const own = count(place)
    const visitOf = form.columns[place]?.visitOf
    if (visitOf === undefined) return { own, alike: own }
    const alike = known.get(visitOf) ?? together((visits.get(visitOf) ?? []).map(count))
    known.set(visitOf, alike)
    return { own, alike }
  }
}

function together(all: readonly CountedAnswers[]): CountedAnswers {
  const sums = new Map<string, number>()
  for (const counts of all) {
    for (const [answer, times] of counts) sums.set(answer, (sums.get(answer) ?? 0) + times)
  }
  return sums
}
