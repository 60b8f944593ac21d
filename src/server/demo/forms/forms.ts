import type { Form, Section } from '#server/demo/forms/form.ts'
import { readKind, type Item } from '#server/demo/forms/item.ts'
import { latentOf, type Latent } from '#server/demo/model/collections.ts'
import { columnsOf, linesOf, blocksOf } from '#server/demo/text-lines.ts'
import formsText from '../forms.txt?raw'
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
interface SymptomList {
  readonly latent: Latent
  readonly worst: string
  readonly symptoms: readonly Symptom[]
}

/** Question templates of symptoms; the ending distinguishes the names of their variables. */
interface QuestionTemplates {
  readonly ending: string
  /** Whether the questions are about a third person. */
  readonly isOfAnother: boolean
  readonly templates: readonly { readonly kind: string; readonly question: string }[]
}

const SYMPTOM_LISTS: ReadonlyMap<string, SymptomList> = new Map(
  blocksOf(symptomsText, 'list').map(({ head: [name = '', latent = '', worst = ''], rows }) => {
    const symptoms = rows.map(([code = '', base = '', ing = '', noun = '']) => ({ code, base, ing, noun }))
    return [name, { latent: latentOf(latent), worst, symptoms }]
  }),
)

const QUESTION_TEMPLATES: ReadonlyMap<string, QuestionTemplates> = new Map(
  blocksOf(templatesText, 'templates').map(({ head: [name = '', ending = '', person = ''], rows }) => {
    const templates = rows.map(([kind = '', question = '']) => ({ kind, question }))
    return [name, { ending, isOfAnother: person === 'of another', templates }]
  }),
)

/** A question for each symptom of a list; neighbours get different templates. */
function questionsAbout(
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

export const FORMS: readonly Form[] = readForms(formsText)

/** The form with this code. */
export function formNamed(code: string): Form {
  return found(
    FORMS.find((form) => form.code === code),
    code,
  )
}

type FormDraft = { -readonly [Field in Exclude<keyof Form, 'sections'>]: Form[Field] } & { sections: Section[] }

/** Reads forms; the file explains its lines. */
function readForms(text: string): Form[] {
  const forms: FormDraft[] = []
  let items: Item[] = []
  let latent: Latent = 'fun'
  let gate: string | null = null
  for (const line of linesOf(text)) {
    const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    const lastForm = () => found(forms.at(-1), line)
    switch (word) {
      case 'form': {
        const [code = '', instrument = ''] = columnsOf(rest)
        const defaults = { versions: ['1', '2'], bareVersion: null, subjects: 'TRUE', share: 1 }
        forms.push({ code, instrument, ...defaults, sections: [] })
        break
      }
      case 'given':
        lastForm().subjects = rest
        break
      case 'share':
        lastForm().share = Number(rest)
        break
      case 'versions':
        lastForm().versions = rest.split(', ')
        break
      case 'bare':
        lastForm().bareVersion = rest
        break
      case 'section': {
        const [title = '', readers = ''] = columnsOf(rest)
        items = []
        lastForm().sections.push({ title, items, adultsOnly: readers === 'adults' })
        break
      }
      case 'items':
        latent = latentOf(rest)
        gate = null
        break
      case 'ask':
        items.push(...askedQuestions(rest))
        break
      default: {
        const { mark, item } = readItem(line, latent, gate)
        items.push(item)
        if (mark === '?') gate = item.code
        else if (mark !== '-') gate = null
      }
    }
  }
  return forms
}

function readItem(line: string, latent: Latent, gate: string | null): { readonly mark: string; readonly item: Item } {
  const [head = '', question = '', tags = '', readers = ''] = columnsOf(line)
  const [, mark = '', code = '', kind = ''] = /^([?-]?)\s*(\S+)\s+(.*)$/.exec(head) ?? []
  const gateOfItem = mark === '-' ? gate : null
  const isOfWomen = readers === 'women'
  return { mark, item: { code, question, kind: readKind(kind), latent, gate: gateOfItem, tags, isOfWomen } }
}

/** Reads "fears 1-14 parent-now GATE": a list of symptoms or a range of it, templates, and a gate. */
function askedQuestions(text: string): Item[] {
  const words = text.split(' ')
  const [name = ''] = words
  const [, first, last] = /^(\d+)-(\d+)$/.exec(words[1] ?? '') ?? []
  const [templates = '', gate = null] = words.slice(first === undefined ? 1 : 2)
  const list = found(SYMPTOM_LISTS.get(name), text)
  const asked: SymptomList =
    first === undefined ? list : { ...list, symptoms: list.symptoms.slice(Number(first) - 1, Number(last)) }
  return questionsAbout(asked, found(QUESTION_TEMPLATES.get(templates), text), gate)
}

function found<Value>(value: Value | undefined, line: string): Value {
  if (value === undefined) throw new Error(`The forms of the synthetic data cannot be read at "${line}".`)
  return value
}
