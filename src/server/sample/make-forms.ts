import type { StoredForm, StoredVariable } from '#server/import/store-types.ts'
import { ANXIETY } from '#server/sample/forms/anxiety.ts'
import { DEMOGRAPHICS } from '#server/sample/forms/demographics.ts'
import { MOOD } from '#server/sample/forms/mood.ts'
import { PSYCHOSIS } from '#server/sample/forms/psychosis.ts'
import { SUBSTANCES } from '#server/sample/forms/substances.ts'
import { TREATMENT } from '#server/sample/forms/treatment.ts'
import type { Question, SampleForm, Section } from '#server/sample/question.ts'
import type { Random } from '#server/sample/random.ts'
import type { Subject } from '#server/sample/subject.ts'

const FORMS = [DEMOGRAPHICS, MOOD, PSYCHOSIS, ANXIETY, SUBSTANCES, TREATMENT]

/** How many answers are blank for no reason. */
const BLANK = 0.025

/** The interview forms of the set, filled in by those to whom they were given. */
export function makeForms(subjects: readonly Subject[], random: Random): StoredForm[] {
  return FORMS.map((form) => fillIn(form, subjects, random))
}

function fillIn(form: SampleForm, subjects: readonly Subject[], random: Random): StoredForm {
  const asked = subjects.filter((subject) => !subject.isPlaceholder && random.chance(form.isGivenTo(subject)))
  return {
    instrument: form.instrument,
    version: form.version,
    title: form.title,
    individualIds: asked.map((subject) => subject.individualId),
    variables: form.sections.flatMap((section, sectionIndex) =>
      section.questions.map((question, index) =>
        toVariable(question, section, `${sectionIndex + 1}.${index + 1}`, asked, random),
      ),
    ),
  }
}

function toVariable(
  question: Question,
  section: Section,
  item: string,
  asked: readonly Subject[],
  random: Random,
): StoredVariable {
  return {
    variableName: question.name,
    originalName: question.name.toLowerCase(),
    dataType: question.dataType,
    question: question.text,
    explicitContext: question.explicit ?? '',
    implicitContext: question.implicit ?? '',
    possibleValues: Object.keys(question.values ?? {}),
    valueMapping: question.values ?? {},
    answerValidation: question.rule ?? '',
    answerValidationDesc: question.ruleWords ?? '',
    section: section.name,
    tocPage: section.tocPage,
    item,
    answers: asked.map((subject) => (random.chance(BLANK) ? null : question.answer(subject, random))),
  }
}
