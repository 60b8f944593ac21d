import { categories, category, flag } from '#domain/data-types/category.ts'
import { date, partialDate } from '#domain/data-types/date.ts'
import { number } from '#domain/data-types/number.ts'
import { identifier, text, untyped } from '#domain/data-types/text.ts'

/** Terms of the field and of the product. */
export const TERM_NAMES = {
  individual: 'Individual',
  pedigree: 'Pedigree',
  placeholder: 'Placeholder',
  proband: 'Proband',
  affected: 'Affected',
  certain: 'Certain',
  possible: 'Possible',
  collection: 'Collection',
  agreement: 'Data access agreement',
  study: 'Study',
  consent: 'Consent',
  diagnosis: 'Diagnosis',
  form: 'Form',
  codebook: 'Codebook',
  variable: 'Variable',
  observations: 'Observations',
  context: 'Context',
  implied: 'Implied',
  unknown: 'Unknown',
  'no-answer': 'No answer recorded',
  'not-ticked': 'Not ticked',
  'no-record': 'No record',
  match: 'Match',
  'no-match': 'No match',
  'not-counted': 'Not counted',
  unk: '[UNK]',
  categorical: category.word,
  dichotomous: flag.word,
  multicategory: categories.word,
  numberrange: number.word,
  date: date.word,
  fuzzydate: partialDate.word,
  identifier: identifier.word,
  text: text.word,
  null: untyped.word,
  'custom-variable': 'Custom variable',
  downcode: 'Downcode',
  combine: 'Combine',
  default: 'Default',
  cohort: 'Cohort',
  subset: 'Subset',
  compound: 'Compound set',
  'pedigree-set': 'Pedigree set',
  parent: 'Parent cohort',
  lineage: 'Lineage',
  'variable-set': 'Variable set',
  bundle: 'Bundle',
  project: 'Project',
  'working-set': 'Working set',
  hidden: 'Hidden count',
  'second-factor': 'Second factor',
  'recovery-code': 'Recovery code',
  pane: 'Pane',
} as const

export type TermId = keyof typeof TERM_NAMES

/** The field of a record with its diagnosis. */
export const DIAGNOSIS_FIELD = 'dx_nimh'

/** Under pictures of diagnoses, which load without the glossary. */
export const DIAGNOSIS_SOURCE =
  'The best-estimate diagnosis in the collection’s records (dx_nimh), not an answer to a form.'
