/**
 * Porter, "An algorithm for suffix stripping", Program 14(3), 1980. British spellings are first normalised to American.
 */

const STEMS_CACHED_MAX = 200_000
const cache = new Map<string, string>()

/**
 * The stem of a normalised English word: "hallucinations" gives "hallucin". Words with other letters than a to z are
 * unchanged.
 */
export function stemOf(word: string): string {
  const known = cache.get(word)
  if (known !== undefined) return known
  const stem = /^[a-z]{3,}$/.test(word) ? strip(american(IRREGULAR.get(word) ?? word)) : word
  if (cache.size >= STEMS_CACHED_MAX) cache.clear()
  cache.set(word, stem)
  return stem
}

/** Past forms that Porter's algorithm does not strip: a base form, then its others. */
const IRREGULAR_FORMS = `begin began begun; break broke broken; drink drank drunk; eat ate eaten; fall fell fallen; feel felt
forget forgot forgotten; give gave given; grow grew grown; hear heard; hold held; lose lost; sleep slept; speak spoke spoken
steal stole stolen; swell swollen; swim swam swum; take took taken; wake woke woken; weep wept; child children`
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  IRREGULAR_FORMS.split(/[;\n]/).flatMap((forms) => {
    const [base = '', ...others] = forms.trim().split(' ')
    return others.map((form) => [form, base] as const)
  }),
)

const BRITISH_FROM = 5

function american(word: string): string {
  if (word.length < BRITISH_FROM) return word
  return word
    .replace(/ae|oe/, 'e')
    .replace(/our(?=$|s$|ed$|ing$|al$|ful$|able$)/, 'or')
    .replace(/is(?=(e|es|ed|ing|ation|ations|er|ers)$)/, 'iz')
}

/** Porter's m: the number of vowel-consonant sequences. */
function measure(stem: string): number {
  return shapeOf(stem).match(/vc/g)?.length ?? 0
}

/** "tree" gives "ccv": c or v for each run of consonants or vowels. A y after a consonant is a vowel. */
function shapeOf(stem: string): string {
  let shape = ''
  for (let place = 0; place < stem.length; place++) {
    const kind = isVowel(stem, place) ? 'v' : 'c'
    if (!shape.endsWith(kind)) shape += kind
  }
  return shape
}

function isVowel(word: string, place: number): boolean {
  const letter = word[place] ?? ''
  return 'aeiou'.includes(letter) || (letter === 'y' && place > 0 && !isVowel(word, place - 1))
}

function hasVowel(stem: string): boolean {
  return shapeOf(stem).includes('v')
}

/** Porter's *o: ends in consonant, vowel, consonant, the last not w, x or y. */
function isShort(stem: string): boolean {
  const last = stem.length - 1
  return (
    last >= 2 && !isVowel(stem, last) && isVowel(stem, last - 1) && !isVowel(stem, last - 2) && !/[wxy]$/.test(stem)
  )
}

type Rules = Readonly<Record<string, string>>

const STEP_2: Rules = {
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  abli: 'able',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
}
const STEP_3: Rules = { icate: 'ic', ative: '', alize: 'al', iciti: 'ic', ical: 'ic', ful: '', ness: '' }
const STEP_4 = /(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/

function replaced(word: string, rules: Rules): string {
  for (const [suffix, replacement] of Object.entries(rules)) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, -suffix.length)
    return measure(stem) > 0 ? stem + replacement : word
  }
  return word
}

function strip(word: string): string {
  let stem = withoutPlural(word)
  stem = withoutPast(stem)
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaced(replaced(stem, STEP_2), STEP_3)
  const ending = STEP_4.exec(stem)
  if (ending && measure(stem.slice(0, ending.index)) > 1) stem = stem.slice(0, ending.index)
  if (stem.endsWith('e')) {
    const shorter = stem.slice(0, -1)
    if (measure(shorter) > 1 || (measure(shorter) === 1 && !isShort(shorter))) stem = shorter
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem
}

function withoutPlural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const stem = word.replace(/(ed|ing)$/, '')
  if (stem === word || !hasVowel(stem)) return word
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1)
  return measure(stem) === 1 && isShort(stem) ? `${stem}e` : stem
}

const TEXT = `a about all an and any are as at be been being by can could did do does doing for from had has have having
he her him his how i if in into is it its me my of on or our per she so some such than that the their them then there
these they this those to us very was we were what when where which while who whom whose will with would you your`

const STOP_WORDS: ReadonlySet<string> = new Set(TEXT.split(/\s+/))

/** Whether a word has no meaning for a search. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** Removes stop words, unless only stop words remain. The last word of a query may be incomplete and stays. */
export function withoutStopWords(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !isStopWord(word))
  return left.length > 0 ? left : words
}

const GENERIC_TEXT = `status level rating score scale type kind form number amount total count frequency severity degree current
currently present now recent past previous earlier history lifetime ever first main primary general overall symptom sign
problem difficulty disorder illness disease condition syndrome episode event use used using usage item question variable
measure assessment test data information childhood adult adulthood life feeling family
familial relative kin kinship heredity hereditary`

const GENERIC_STEMS: ReadonlySet<string> = new Set(GENERIC_TEXT.split(/\s+/).map(stemOf))

/** Whether a word names a kind of question rather than its topic: the nearest variables may lack it. */
export function isGeneric(word: string): boolean {
  return GENERIC_STEMS.has(stemOf(word))
}
