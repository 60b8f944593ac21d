import { categories, category, flag } from '#domain/data-types/category.ts'
import { identifier, text, untyped } from '#domain/data-types/text.ts'
import { date, partialDate } from '#domain/data-types/date.ts'
import { number } from '#domain/data-types/number.ts'

/** Terms of the field and of the product, one sentence each. The single source for the interface and for the guide. */
export const GLOSSARY = {
  individual: ['Individual', 'A participant in the database, identified only by an id.'],
  pedigree: ['Pedigree', 'A family with its recorded parent-child relations over all generations.'],
  placeholder: [
    'Placeholder',
    'A relative without any data, needed to connect others in a pedigree; counted as a member.',
  ],
  proband: ['Proband', 'The member through whom a family came into a study.'],
  affected: [
    'Affected',
    'A member whose answer to the chosen variable meets the criterion. Members without an answer are not affected.',
  ],
  certain: ['Certain', 'Pedigrees that qualify regardless of missing answers.'],
  possible: ['Possible', 'Further pedigrees that qualify for some values of the missing answers.'],
  collection: [
    'Collection',
    'Data under one access agreement, identified by a code such as bp. Each individual belongs to one collection.',
  ],
  agreement: ['Data access agreement', 'The permission to read the records of a collection. All users can see counts.'],
  study: ['Study', 'The research project that recruited an individual. A collection contains several studies.'],
  consent: ['Consent', 'The permitted uses of an individual’s data.'],
  diagnosis: [
    'Diagnosis',
    'The best-estimate diagnosis in the collection’s records (dx_nimh), not an answer to a form.',
  ],
  form: ['Form', 'An interview or questionnaire in one version; each of its questions is a variable.'],
  codebook: ['Codebook', 'The printed form as a PDF. Variables link to its pages.'],
  variable: ['Variable', 'One question of one form, with its answers.'],
  observations: [
    'Observations',
    'The number of individuals with an answer. The value [UNK] of a custom variable counts as an answer.',
  ],
  context: [
    'Context',
    'Information from the form that the question depends on, such as the condition under which it is asked.',
  ],
  implied: [
    'Implied',
    'The topic of the question in words that the question does not contain. The search includes them.',
  ],
  unknown: [
    'Unknown',
    'A missing answer decides: of an individual with a record of the form, or of a relative in the count of the rule.',
  ],
  'no-answer': [
    'No answer recorded',
    'A record of the form without an answer: blank, a missing code, or a skipped question.',
  ],
  'not-ticked': ['Not ticked', 'A record of the form in which the box is not ticked.'],
  'no-record': ['No record', 'These individuals never received the form.'],
  match: ['Match', 'Individuals of the parent cohort whose answers meet the condition.'],
  'no-match': ['No match', 'Individuals of the parent cohort whose answers do not meet the condition.'],
  'not-counted': [
    'Not counted',
    'Individuals whose texts were not compared with the condition, because you have no access to their collections.',
  ],
  unk: [
    '[UNK]',
    'The value of a custom variable if the deciding answers are missing. A condition on [UNK] matches missing answers.',
  ],
  categorical: [category.word, 'One of several answers, each with a code and a meaning.'],
  dichotomous: [flag.word, 'Set or not set (dichotomous in files). A yes-or-no question is a category.'],
  multicategory: [
    categories.word,
    'Several answers, each with a code and a meaning; an individual can have more than one.',
  ],
  numberrange: [number.word, 'A number, compared as a number.'],
  date: [date.word, 'A whole date, compared as a date.'],
  fuzzydate: [
    partialDate.word,
    'A date that can have unknown digits, written U: 1987-0U-UU is a day from January to September 1987.',
  ],
  identifier: [
    identifier.word,
    'A name or number that identifies an individual; shown for collections that you can read.',
  ],
  text: [text.word, 'Free text; shown for collections that you can read.'],
  null: [untyped.word, 'The type of the answers is unknown.'],
  'custom-variable': ['Custom variable', 'A variable that you derive from others by defining its values.'],
  downcode: ['Downcode', 'A custom variable that groups the answers of one variable into fewer values.'],
  combine: ['Combine', 'A custom variable from a table of two variables, or from conditions on many.'],
  default: ['Default', 'The value of individuals who match no definition, if no missing answer could change that.'],
  cohort: ['Cohort', 'A saved group of individuals. Its members do not change.'],
  subset: ['Subset', 'The individuals of a parent cohort whose answer to one variable meets a condition.'],
  compound: ['Compound set', 'The union (UNION), difference (SUBTRACT) or intersection (INTERSECT) of two cohorts.'],
  'pedigree-set': [
    'Pedigree set',
    'The families of a cohort’s members: all families, or families by number of affected members.',
  ],
  parent: ['Parent cohort', 'The cohort that another cohort is based on. The first parent is All Individuals.'],
  lineage: [
    'Lineage',
    'The steps from All Individuals to a cohort, with the number of members that each step kept, removed and added.',
  ],
  'variable-set': ['Variable set', 'An ordered list of variables: the columns of a download.'],
  bundle: [
    'Bundle',
    'A ZIP archive of the file in several formats, its dictionary and definitions, the flow and Table 1 of the cohort, and checksums.',
  ],
  project: [
    'Project',
    'A folder for cohorts, variable sets and custom variables. New ones are saved in the current project.',
  ],
  'working-set': ['Working set', 'Variables that you collect while searching, to save as a variable set.'],
  hidden: [
    'Hidden count',
    'A suppressed count: so small that it could identify an individual in a collection that you cannot read.',
  ],
  'second-factor': [
    'Second factor',
    'A code that the login asks for in addition to your password. An authenticator app shows a new code every 30 seconds.',
  ],
  'recovery-code': ['Recovery code', 'Replaces a code of your second factor for one login. You get ten.'],
  pane: ['Pane', 'A part of the window that shows one page. Up to four panes are side by side.'],
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
