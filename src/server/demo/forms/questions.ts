import { readKind, type Item } from '#server/demo/forms/item.ts'
import { latentOf, type Latent } from '#server/demo/model/collections.ts'
import { blocksOf } from '#server/demo/text-lines.ts'
import templatesText from '../questions.txt?raw'
import symptomsText from '../symptoms.txt?raw'

/** A symptom in three grammatical forms: "cry more easily", "crying more easily", "tearfulness". */
interface Symptom {
  readonly code: string
  readonly base: string
  readonly ing: string
  readonly noun: string
}

/** The symptoms of one topic, and the phrase for their worst period. */
export interface SymptomList {
  readonly latent: Latent
  readonly worst: string
  readonly symptoms: readonly Symptom[]
}

/** Question templates of symptoms; the ending distinguishes the names of their variables. */
export interface QuestionTemplates {
  readonly ending: string
  /** Whether the questions are about a third person. */
  readonly isOfAnother: boolean
  readonly templates: readonly { readonly kind: string; readonly question: string }[]
}

export const SYMPTOM_LISTS: ReadonlyMap<string, SymptomList> = new Map(
  blocksOf(symptomsText, 'list').map(({ head: [name = '', latent = '', worst = ''], rows }) => {
    const symptoms = rows.map(([code = '', base = '', ing = '', noun = '']) => ({ code, base, ing, noun }))
    return [name, { latent: latentOf(latent), worst, symptoms }]
  }),
)

export const QUESTION_TEMPLATES: ReadonlyMap<string, QuestionTemplates> = new Map(
  blocksOf(templatesText, 'templates').map(({ head: [name = '', ending = '', person = ''], rows }) => {
    const templates = rows.map(([kind = '', question = '']) => ({ kind, question }))
    return [name, { ending, isOfAnother: person === 'of another', templates }]
  }),
)

/** A question for each symptom of a list; neighbours get different templates. */
export function questionsAbout(
  { latent, worst, symptoms }: SymptomList,
  { ending, isOfAnother, templates }: QuestionTemplates,
  gate: string | null,
): Item[] {
  const words = isOfAnother ? inThirdPerson : inSecondPerson
  return symptoms.map((symptom, place) => {
    // Steps of three plus a shift after each round, so that lists of equal length get different templates.
    const shift = Math.floor(place / templates.length)
    const template = templates[(place * 3 + shift + symptoms.length + symptom.code.length) % templates.length]
    if (!template) throw new Error('A set of question templates is empty.')
    const question = template.question
      .replace('{base}', words(symptom.base))
      .replace('{ing}', words(symptom.ing))
      .replace('{noun}', symptom.noun)
      .replace('{worst}', words(worst))
    const code = ending === '' ? symptom.code : `${symptom.code}_${ending}`
    const sentence = question.charAt(0).toUpperCase() + question.slice(1)
    const kind = readKind(template.kind)
    return { code, question: sentence, kind, latent, gate, tags: symptom.noun, isOfWomen: false }
  })
}

function inThirdPerson(words: string): string {
  return words
    .replaceAll(/\byourself\b/g, 'themselves')
    .replaceAll(/\byour\b/g, 'their')
    .replaceAll(/\byou\*/g, 'them')
    .replaceAll(/\byou\b(?!")/g, 'they')
}

function inSecondPerson(words: string): string {
  return words.replaceAll('you*', 'you')
}
