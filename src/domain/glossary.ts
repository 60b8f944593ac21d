import { categories, category, flag } from '#domain/data-types/category.ts'
import { identifier, text, untyped } from '#domain/data-types/text.ts'
import { date, partialDate } from '#domain/data-types/date.ts'
import { number } from '#domain/data-types/number.ts'

/** Terms of the field and of the product, one sentence each. The single source for the interface and for the guide. */
export const GLOSSARY = {
  individual: ['Individual', 'One person in the database, known by an id and nothing else.'],
  pedigree: ['Pedigree', 'A family as it is recorded: who is whose father and mother, over all generations.'],
  placeholder: [
    'Placeholder',
    'A relative without any record of their own, kept only to join others in a pedigree; counted as a member.',
  ],
  proband: ['Proband', 'The member through whom a family came into a study.'],
  affected: [
    'Affected',
    'A member whose answer to the chosen variable is the one that you asked for; a missing answer is not affected.',
  ],
  certain: ['Certain', 'Pedigrees that qualify whatever the missing answers of their members are.'],
  possible: ['Possible', 'Further pedigrees that might qualify, were the missing answers known.'],
  collection: [
    'Collection',
    'A body of data under one access agreement, told by a code such as bp; every individual belongs to one.',
  ],
  agreement: [
    'Data access agreement',
    'What lets you read the records of a collection; counts are open to everybody who can log in.',
  ],
  study: ['Study', 'The research project that recruited an individual; a collection holds several.'],
  consent: ['Consent', 'What an individual’s data may be used for.'],
  diagnosis: [
    'Diagnosis',
    'The best-estimate diagnosis in the collection’s records (dx_nimh), not an answer of a form.',
  ],
  form: ['Form', 'An interview or questionnaire in one version; each of its questions is a variable.'],
  codebook: ['Codebook', 'A form as it was printed: a PDF whose pages the variables point to.'],
  variable: ['Variable', 'One question of one form, with the answers that were given to it.'],
  observations: ['Observations', 'How many individuals answered; a custom variable’s [UNK] counts as an answer.'],
  context: ['Context', 'What must be known to read the question, such as when it was asked; told by the form itself.'],
  implied: ['Implied', 'Words for what the question is about that do not stand in it; they are searched too.'],
  unknown: [
    'Unknown',
    'Whether the condition holds is not known: there is a record of the form, but no answer that decides.',
  ],
  'no-answer': [
    'No answer recorded',
    'There is a record of the form, but no answer: it is blank, a code for missing, or the question was skipped.',
  ],
  'not-ticked': ['Not ticked', 'There is a record of the form, and the box is not ticked.'],
  'no-record': ['No record', 'The form was never given to these individuals.'],
  match: ['Match', 'Individuals of the parent cohort for whom the condition is true.'],
  'no-match': ['No match', 'Individuals who answered, and for whom the condition is false.'],
  'not-counted': [
    'Not counted',
    'Individuals whose texts were not compared with the condition, because you may not read their collections.',
  ],
  unk: [
    '[UNK]',
    'The value of a custom variable where the answers that would decide are missing; as a condition it asks for the missing.',
  ],
  categorical: [category.word, 'One of several answers, each with a code and a meaning.'],
  dichotomous: [flag.word, 'Set, or missing (dichotomous in files). A question with yes and no is a category.'],
  multicategory: [categories.word, 'Any number of several answers at once.'],
  numberrange: [number.word, 'A number, compared as a number.'],
  date: [date.word, 'A whole date, compared as a date.'],
  fuzzydate: [
    partialDate.word,
    'A date in which digits may be unknown, written U: 1987-0U-UU is some day of January to September 1987.',
  ],
  identifier: [
    identifier.word,
    'A name or number that tells individuals apart; shown for collections that you may read.',
  ],
  text: [text.word, 'Free text; shown for collections that you may read.'],
  null: [untyped.word, 'The type of a variable’s answers is not known.'],
  'custom-variable': ['Custom variable', 'A variable of your own, derived from others by definitions of its values.'],
  downcode: ['Downcode', 'A custom variable of one source: its answers put together into fewer values.'],
  combine: ['Combine', 'A custom variable of two sources by a table of their answers, or of many by conditions.'],
  default: ['Default', 'The value of everybody for whom no definition is true and none hangs on a missing answer.'],
  cohort: ['Cohort', 'A group of individuals that you defined and saved; it does not change when you look away.'],
  subset: ['Subset', 'Those of a parent cohort whose answer to one variable meets a condition.'],
  compound: [
    'Compound set',
    'Two cohorts made into one: in either (UNION), in the first alone (SUBTRACT) or in both (INTERSECT).',
  ],
  'pedigree-set': [
    'Pedigree set',
    'Whole families of a cohort’s members: all of them, or families by number of affected members.',
  ],
  parent: ['Parent cohort', 'The cohort that another was made from; at the beginning stands All Individuals.'],
  lineage: [
    'Lineage',
    'The steps from All Individuals to a cohort, and how many members of the step before each kept, left out and added.',
  ],
  'variable-set': ['Variable set', 'Variables in an order: the columns of a file.'],
  bundle: ['Bundle', 'A zip with the file in several forms, its dictionary, the definitions and a check sum of each.'],
  project: ['Project', 'A folder for cohorts, variable sets and custom variables; new things go into the current one.'],
  'working-set': ['Working set', 'Variables that you put aside while searching, to make a variable set of them.'],
  hidden: ['Hidden count', 'A count so small that it might tell of a person, where you may not read the collection.'],
  'second-factor': [
    'Second factor',
    'What the login asks for beside your password: a code that an authenticator app shows, another every half minute.',
  ],
  'recovery-code': ['Recovery code', 'Lets you in once in place of a code of your second factor; you are shown ten.'],
  pane: ['Pane', 'A part of the window with a page of its own; up to four stand side by side.'],
} as const satisfies Readonly<Record<string, readonly [term: string, words: string]>>

export type TermId = keyof typeof GLOSSARY

/** All terms in alphabetical order, ignoring leading signs. */
export const TERMS: readonly { readonly id: TermId; readonly term: string; readonly words: string }[] = Object.entries(
  GLOSSARY,
)
  .flatMap(([id, [term, words]]) => (isTermId(id) ? [{ id, term, words }] : []))
  .toSorted((one, other) => sortKey(one.term).localeCompare(sortKey(other.term), 'en'))

export function isTermId(name: string): name is TermId {
  return Object.hasOwn(GLOSSARY, name)
}

function sortKey(term: string): string {
  return term.replaceAll(/[^a-z ]/gi, '').toLowerCase()
}
