import { foldText, searchWords } from '#domain/text/text.ts'
import { stemOf } from '#server/modules/catalog/search/stem.ts'

/** The person that a question is about: the participant, another person in one question, or in the whole form. */
export const SUBJECTS = { participant: 0, otherPerson: 1, formOfOthers: 2 } as const
type Subject = (typeof SUBJECTS)[keyof typeof SUBJECTS]

/** Words for the family in general. */
const FAMILY = stemsOf('family familial relative kin kinship heredity hereditary')
/** Words for one relative, or who stands for the participant. */
const RELATIVES =
  stemsOf(`parent parental mother maternal mom mum father paternal dad brother sister sibling grandparent
grandmother grandfather aunt uncle cousin child children kid son daughter offspring spouse husband wife partner informant`)
const FORMS_OF_OTHERS = new Set([...FAMILY, ...stemsOf('parent child informant caregiver proxy sibling')])

/** "Your family" may be where the participant lives. */
const OTHER_PERSON =
  /\b(relatives?|kin|parents?|mothers?|fathers?|brothers?|sisters?|siblings?|(your|the) (child|partner|spouse|husband|wife)|in the family)\b/

function stemsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(stemOf))
}

export function subjectOf(question: string, form: string): Subject {
  if (searchWords(form).some((word) => FORMS_OF_OTHERS.has(stemOf(word)))) return SUBJECTS.formOfOthers
  return OTHER_PERSON.test(foldText(question)) ? SUBJECTS.otherPerson : SUBJECTS.participant
}

/**
 * The rank of each subject for a search, higher first: the participant, unless the search names a relative; other
 * persons if it names the family.
 */
export function subjectRanks(
  words: readonly string[],
): readonly [participant: number, otherPerson: number, formOfOthers: number] {
  const stems = words.map(stemOf)
  if (stems.some((stem) => FAMILY.has(stem))) return [0, 1, 2]
  return stems.some((stem) => RELATIVES.has(stem)) ? [0, 0, 0] : [2, 0, 0]
}
