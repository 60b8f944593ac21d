import type { CatalogVariable } from '#server/model/catalog.ts'
import type { AnswerSource, GivenAnswer } from '#server/engine/sources/answer-source.ts'
import type { Members } from '#server/engine/sources/members.ts'

export interface TallyOptions {
  /** The table, as a statement names it. */
  readonly name: string
  /** Which of its rows `i` are of the members. */
  readonly where: (members: Members) => string
  readonly answerTo: (variable: CatalogVariable) => GivenAnswer
}

/** People who are alike, counted once: a row of `person` stands for `people` of them. */
export class TallyInMemory implements AnswerSource {
  readonly peopleColumns = 'i.people, i.collection, i.origin_no'
  readonly isInPieces = false
  readonly people = 'CAST(sum(people) AS INTEGER)'
  readonly answerTo: (variable: CatalogVariable) => GivenAnswer
  readonly #name: string
  readonly #where: (members: Members) => string

  constructor({ name, where, answerTo }: TallyOptions) {
    this.#name = name
    this.#where = where
    this.answerTo = answerTo
  }

  get everybody(): string {
    throw new Error('A tally does not tell people apart.')
  }

  from(members: Members): string {
    return `${this.#name} i WHERE ${this.#where(members)}`
  }

  isMember(): never {
    throw new Error('A tally does not tell people apart.')
  }
}
