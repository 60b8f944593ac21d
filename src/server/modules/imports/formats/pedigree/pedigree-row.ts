import { answerOf } from '#server/modules/imports/source/missing.ts'
import { sexNamed } from '#server/modules/imports/source/read-people.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'

/** One row of a pedigree file. */
export interface PedigreeRow {
  readonly file: string
  readonly line: number
  readonly individualId: string
  readonly familyId: string | null
  readonly fatherId: string | null
  readonly motherId: string | null
  readonly sex: Participant['sex']
}

/** The id of a parent or family; 0 means none. */
export function idOf(cell: string): string | null {
  const answer = answerOf(cell)
  return answer === '0' ? null : answer
}

/** PLINK's 1 and 2, or a word. */
export function sexOfCell(cell: string): Participant['sex'] {
  const answer = answerOf(cell) ?? ''
  if (answer === '1') return 'M'
  return answer === '2' ? 'F' : sexNamed(answer)
}
