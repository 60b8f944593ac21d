import type { StudyLookup } from '#domain/study/study-lookup.ts'
import { EXAMPLE_LOOKUP } from '#tests/support/expression-lookup.ts'

const ITEM = /^PHQ9_[1-9]$/i

/** The names of the examples of study files. */
export const STUDY_LOOKUP: StudyLookup = {
  ...EXAMPLE_LOOKUP,
  variable: (name) =>
    ITEM.test(name)
      ? { name: name.toUpperCase(), dataType: 'numberrange', codes: [], meanings: {} }
      : EXAMPLE_LOOKUP.variable(name),
  form: (label) => (label.toUpperCase() === 'LDI 3.1' ? ['AGE', 'AGE_ONSET', 'BIRTH'] : undefined),
  formLabels: () => ['LDI 3.1'],
  set: (name) => (name.toUpperCase() === 'CORE' ? 'Core' : undefined),
  setNames: () => ['Core'],
}
