import { DIAGNOSIS_SOURCE, TERM_NAMES, type TermId } from '#domain/terms.ts'

/** One sentence for each term. The single source for the interface and for the guide; loaded after the first screen. */
export const EXPLANATIONS: Readonly<Record<TermId, string>> = {
  individual: 'A participant in the database, identified only by an id.',
  pedigree: 'A family with its recorded parent-child relations over all generations.',
  placeholder: 'A relative without any data, needed to connect others in a pedigree; counted as a member.',
  proband: 'The member through whom a family came into a study.',
  affected:
    'A member whose answer to the chosen variable meets the criterion. Members without an answer are not affected.',
  certain: 'Pedigrees that qualify regardless of missing answers.',
  possible: 'Further pedigrees that qualify for some values of the missing answers.',
  collection:
    'Data under one access agreement, identified by a code such as bp. Each individual belongs to one collection.',
  agreement: 'The permission to read the records of a collection. All users can see counts.',
  study: 'The research project that recruited an individual. A collection contains several studies.',
  consent: 'The permitted uses of an individual’s data.',
  diagnosis: DIAGNOSIS_SOURCE,
  form: 'An interview or questionnaire in one version; each of its questions is a variable.',
  codebook: 'The printed form as a PDF. Variables link to its pages.',
  variable: 'One question of one form, with its answers.',
  observations: 'The number of individuals with an answer. The value [UNK] of a custom variable counts as an answer.',
  context: 'Information from the form that the question depends on, such as the condition under which it is asked.',
  implied: 'The topic of the question in words that the question does not contain. The search includes them.',
  unknown:
    'A missing answer decides: of an individual with a record of the form, or of a relative in the count of the rule.',
  'no-answer': 'A record of the form without an answer: blank, a missing code, or a skipped question.',
  'not-ticked': 'A record of the form in which the box is not ticked.',
  'no-record': 'These individuals never received the form.',
  match: 'Individuals of the parent cohort whose answers meet the condition.',
  'no-match': 'Individuals of the parent cohort whose answers do not meet the condition.',
  'not-counted':
    'Individuals whose texts were not compared with the condition, because you have no access to their collections.',
  unk: 'The value of a custom variable if the deciding answers are missing. A condition on [UNK] matches missing answers.',
  categorical: 'One of several answers, each with a code and a meaning.',
  dichotomous: 'Set or not set (dichotomous in files). A yes-or-no question is a category.',
  multicategory: 'Several answers, each with a code and a meaning; an individual can have more than one.',
  numberrange: 'A number, compared as a number.',
  date: 'A whole date, compared as a date.',
  fuzzydate: 'A date that can have unknown digits, written U: 1987-0U-UU is a day from January to September 1987.',
  identifier: 'A name or number that identifies an individual; shown for collections that you can read.',
  text: 'Free text; shown for collections that you can read.',
  null: 'The type of the answers is unknown.',
  'custom-variable': 'A variable that you derive from others by defining its values.',
  downcode: 'A custom variable that groups the answers of one variable into fewer values.',
  combine: 'A custom variable from a table of two variables, or from conditions on many.',
  default: 'The value of individuals who match no definition, if no missing answer could change that.',
  cohort: 'A saved group of individuals. Its members do not change.',
  subset: 'The individuals of a parent cohort whose answer to one variable meets a condition.',
  compound: 'The union (UNION), difference (SUBTRACT) or intersection (INTERSECT) of two cohorts.',
  'pedigree-set': 'The families of a cohort’s members: all families, or families by number of affected members.',
  parent: 'The cohort that another cohort is based on. The first parent is All Individuals.',
  lineage:
    'The steps from All Individuals to a cohort, with the number of members that each step kept, removed and added.',
  'variable-set': 'An ordered list of variables: the columns of a download.',
  bundle:
    'A ZIP archive of the file in several formats, its dictionary and definitions, the flow and Table 1 of the cohort, and checksums.',
  project: 'A folder for cohorts, variable sets and custom variables. New ones are saved in the current project.',
  'working-set': 'Variables that you collect while searching, to save as a variable set.',
  hidden: 'A suppressed count: so small that it could identify an individual in a collection that you cannot read.',
  'second-factor':
    'A code that the login asks for in addition to your password. An authenticator app shows a new code every 30 seconds.',
  'recovery-code': 'Replaces a code of your second factor for one login. You get ten.',
  pane: 'A part of the window that shows one page. Up to four panes are side by side.',
}

/** All terms in alphabetical order, ignoring leading signs. */
export const TERMS: readonly { readonly id: TermId; readonly term: string; readonly words: string }[] = Object.entries(
  TERM_NAMES,
)
  .flatMap(([id, term]) => (isTermId(id) ? [{ id, term, words: EXPLANATIONS[id] }] : []))
  .toSorted((one, other) => sortKey(one.term).localeCompare(sortKey(other.term), 'en'))

export function isTermId(name: string): name is TermId {
  return Object.hasOwn(TERM_NAMES, name)
}

function sortKey(term: string): string {
  return term.replaceAll(/[^a-z ]/gi, '').toLowerCase()
}
