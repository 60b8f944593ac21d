import type { ArgumentSource, ChoiceRow } from '#command-kit/argument-source.ts'
import type { Subject } from '#command-kit/declaration.ts'
import {
  choiceList,
  choiceOption,
  inSections,
  type ChoiceOption,
  type CommandRow,
  type Mode,
  type RowList,
  type SourceRows,
  type CompletionRow,
} from '#command-kit/palette/palette-rows.ts'
import { rankRows, withMore } from '#command-kit/row-ranking.ts'
import { scoreOf, type Usage } from '#command-kit/usage.ts'
import { formatCount } from '#domain/numbers.ts'
import {
  completeVariableQuery,
  type CompletionValues,
  formValues,
  readVariableQuery,
  SCOPE_NOT_SUPPORTED,
  type NamedCohorts,
} from '#domain/search/variable-query.ts'
import { searchWords, foldText } from '#domain/text/text.ts'

interface Ranked {
  readonly row: CommandRow
  readonly tier: number
  readonly score: number
}

/** A typed text with the user's counts. */
interface Ranking {
  readonly text: string
  readonly usage: Usage
  readonly now: number
}

function ranked(rows: readonly CommandRow[], { text, usage, now }: Ranking): readonly Ranked[] {
  const tierOf = tiersFor(text, withSynonyms)
  return rows
    .map((row) => {
      const tier = tierOf(row)
      return { row, tier, score: tier + usageBonus(scoreOf(usage, row.key, now)) }
    })
    .filter(({ tier }) => tier > 0)
    .toSorted((one, other) => groupOf(one) - groupOf(other) || other.score - one.score)
}

/** Order of groups: available commands, unavailable ones, similar names. */
function groupOf({ row, tier }: Ranked): number {
  return (tier <= SIMILAR_TIER ? 2 : 0) + (row.because === undefined ? 0 : 1)
}

export function rankCommands(rows: readonly CommandRow[], ranking: Ranking): readonly CommandRow[] {
  return ranked(rows, ranking).map(({ row }) => row)
}

const BEST_FEW = 5

/** The row that opens the page with all results; absent until the search of words has counted them. */
function seeAll({ source: { kind, label, page }, rows, more }: SourceRows, text: string): readonly CommandRow[] {
  const { words, hasTerms, hasScope } = readVariableQuery(text)
  // Terms without words narrow the rows, which are all known.
  const known = hasTerms && !hasScope && words === '' ? rows : more
  const all = known && narrowed(known, text)
  if (page === undefined || all === undefined || all.length <= BEST_FEW) return []
  return [
    {
      kind: 'command',
      key: `typed:${kind}`,
      invocation: page.toInvocation(text.trim()),
      title: `See all ${formatCount(all.length)} in the ${page.name} →`,
      section: label,
      keywords: [],
      help: 'Opens the page with this search.',
      seqs: [],
      place: 'Go to',
    },
  ]
}

/** The text that the server searches: a query without the terms that are compared with facts. */
export function searchedText(text: string): string {
  return readVariableQuery(text).serverText
}

/** The rows of one kind that match a query, then the matching results of the server. */
export function rankChoices(
  rows: readonly ChoiceRow[],
  more: readonly ChoiceRow[] | undefined,
  text: string,
  limit = Infinity,
): readonly ChoiceRow[] {
  const { words, hasTerms, hasScope } = readVariableQuery(text)
  if (!hasTerms) return withMore(rankRows(rows, words, limit), more, limit)
  // Only the server knows who answered.
  const matching = hasScope ? [] : narrowed(rankRows(rows, words), text)
  return withMore(matching, more && narrowed(more, text)).slice(0, limit)
}

/** The list of one kind that matches a query. Only variables have terms to complete. */
export function rankOne({ source, rows, more }: SourceRows, sources: readonly SourceRows[], text: string): RowList {
  const found = choiceList(source, rankChoices(rows, more, text))
  return source.kind === 'variable' ? belowCompletions(completionRows(text, sources), found, source.label) : found
}

/** The error message of a term, in searches that include variables. */
export function problemOf(kind: Mode, ...search: Parameters<typeof termProblem>): string | null {
  return kind === 'all' || kind === 'variable' ? termProblem(...search) : null
}

function narrowed(rows: readonly ChoiceRow[], text: string): readonly ChoiceRow[] {
  const { hasTerms, matches } = readVariableQuery(text)
  return hasTerms ? rows.filter(({ facts }) => facts !== undefined && matches(facts)) : rows
}

/**
 * The root page: names with the query as prefix, commands before things; then other commands and the best things of
 * each kind; then unavailable commands and similar names. While things load, a similar name is never first, because
 * Enter would run it.
 */
export function rankAll(commands: readonly CommandRow[], sources: readonly SourceRows[], ranking: Ranking): RowList {
  const { text } = ranking
  const query = readVariableQuery(text)
  // Terms narrow data; no command has them.
  const ofCommands = query.hasTerms ? [] : ranked(commands, ranking)
  const begin = searchWords(query.words).join(' ')
  const isBegun = ({ row, because }: ChoiceOption) =>
    because === undefined && searchWords(row.title).join(' ').startsWith(begin)
  const things = sources.map((each) => ({
    each,
    options: rankChoices(each.rows, each.more, text, BEST_FEW).map((row) => choiceOption(each.source, row)),
  }))
  const commandsWhere = (isWanted: (one: Ranked) => boolean) =>
    ofCommands.filter((one) => one.tier > SIMILAR_TIER && isWanted(one)).map(({ row }) => row)
  const isAvailable = ({ row }: Ranked) => row.because === undefined
  const better = [
    [
      'Best matches',
      [
        ...commandsWhere((one) => isAvailable(one) && one.tier >= PREFIX_TIER),
        ...things.flatMap(({ options }) => options.filter(isBegun)),
      ],
    ],
    ['Commands', commandsWhere((one) => isAvailable(one) && one.tier < PREFIX_TIER)],
    ...things.map(({ each, options }) => [each.source.label, [...options, ...seeAll(each, text)]] as const),
    ['Not available now', commandsWhere((one) => !isAvailable(one))],
  ] as const
  const isUndecided = better.every(([, rows]) => rows.length === 0) && sources.some(({ isLoading }) => isLoading)
  const similar = ofCommands.filter(({ tier }) => tier <= SIMILAR_TIER).map(({ row }) => row)
  const found = inSections(isUndecided ? [] : [...better, ['Similar names', similar]])
  return belowCompletions(completionRows(text, sources), found, '')
}

const RECENT = 5

/** Rows for an empty query: subjects of panes, pinned, recent, then all others. */
export function suggestedFirst(
  { kind }: ArgumentSource,
  rows: readonly ChoiceRow[],
  subjects: readonly Subject[],
  usage: Usage,
  pins: readonly string[],
  now: number,
): readonly ChoiceRow[] {
  const shown = subjects.filter((subject) => subject.kind === kind).map(({ value }) => value)
  const used = new Set(Object.keys(usage).filter((key) => key.startsWith(`${kind}:`)))
  const uses = (used.size === 0 ? [] : rows.filter(({ value }) => used.has(`${kind}:${value}`)))
    .map((row) => ({ row, score: scoreOf(usage, `${kind}:${row.value}`, now) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, RECENT)
    .map(({ row }) => row)
  const pinned = pins.filter((pin) => pin.startsWith(`${kind}:`))
  const first = new Set([
    ...shown.flatMap((value) => rows.find((row) => row.value === value) ?? []),
    ...pinned.flatMap((pin) => rows.find((row) => pin === `${kind}:${row.value}`) ?? []),
    ...uses,
  ])
  return first.size === 0 ? rows : [...first, ...rows.filter((row) => !first.has(row))]
}

/** Words that users type for the same thing. Synonyms of questions belong to the back end's search. */
const GROUPS: readonly (readonly string[])[] = [
  ['open', 'show', 'view', 'display', 'see'],
  ['rename', 'edit', 'change', 'modify', 'update'],
  ['delete', 'remove', 'erase', 'discard'],
  ['new', 'create', 'add', 'make', 'build'],
  ['theme', 'appearance', 'dark', 'light', 'colour', 'color'],
  ['histogram', 'distribution', 'chart', 'plot', 'graph'],
  ['venn', 'overlap', 'upset', 'intersection'],
  ['help', 'guide', 'manual', 'handbook', 'documentation', 'tutorial'],
  ['cohort', 'sample', 'group', 'population'],
  ['subset', 'filter', 'select'],
  ['compound', 'union', 'combine', 'merge', 'join'],
  ['downcode', 'recode', 'categorise', 'categorize', 'bin'],
  ['pedigree', 'family', 'families', 'relatives'],
  ['download', 'export', 'csv', 'save'],
  ['import', 'upload', 'load'],
  ['shortcut', 'key', 'keyboard', 'hotkey'],
  ['pane', 'split', 'window', 'tab'],
  ['logout', 'quit', 'exit', 'leave'],
  ['password', 'account', 'profile'],
  ['catalog', 'search', 'browse', 'find'],
  ['variable', 'question', 'item', 'column', 'measure'],
]

/** Shorter prefixes have too many synonyms. */
const LETTERS_MIN = 3

/** A query word with the members of the groups that it begins a member of. */
export function withSynonyms(word: string): readonly string[] {
  const groups = word.length < LETTERS_MIN ? [] : GROUPS.filter((group) => group.some((one) => one.startsWith(word)))
  return [...new Set([word, ...groups.flat()])]
}

export interface ScoredText {
  readonly title: string
  readonly section: string
  readonly keywords: readonly string[]
}

/** The words that stand for a query word, itself included. */
export type Synonyms = (word: string) => readonly string[]

/** Whether each word of the query, or one of its synonyms, is the prefix of a word of the text. */
function startWords(query: readonly (readonly string[])[], words: readonly string[]): boolean {
  return query.every((starts) => starts.some((start) => words.some((word) => word.startsWith(start))))
}

/** Shorter words have too many neighbours. */
const TYPO_LENGTH_MIN = 4

/** Whether a word is the prefix of another but for one letter: replaced, added, left out, or swapped with the next. */
function isNearPrefix(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  if (same === 0 || typed.length < TYPO_LENGTH_MIN) return false
  const rest = typed.slice(same + 1)
  const isSwapped = typed[same] === word[same + 1] && typed[same + 1] === word[same]
  return (
    word.startsWith(rest, same + 1) ||
    word.startsWith(rest, same) ||
    word.startsWith(typed.slice(same), same + 1) ||
    (isSwapped && word.startsWith(rest.slice(1), same + 2))
  )
}

/** Whether letters are prefixes of successive words: "newvar" of "New Variable Set". */
function joinsPrefixes(letters: string, words: readonly string[]): boolean {
  const [word, ...others] = words
  if (letters === '' || word === undefined) return letters === ''
  for (let length = 1; length <= letters.length && word.startsWith(letters.slice(0, length)); length++) {
    if (joinsPrefixes(letters.slice(length), others)) return true
  }
  return false
}

/** The lowest tier: one typing error, or prefixes of words without blanks. */
export const SIMILAR_TIER = 1
/** The tier of a title with the query as prefix. */
export const PREFIX_TIER = 4

interface Folded {
  readonly title: string
  readonly titleWords: readonly string[]
  /** Including section and keywords. */
  readonly allWords: readonly string[]
  readonly initials: string
}

const foldedByText = new WeakMap<ScoredText, Folded>()

/** Cached: each keystroke compares with all commands. */
function folded(text: ScoredText): Folded {
  const known = foldedByText.get(text)
  if (known) return known
  const title = foldText(text.title)
  const titleWords = searchWords(title)
  const made = {
    title,
    titleWords,
    allWords: [...titleWords, ...searchWords(`${text.section} ${text.keywords.join(' ')}`)],
    initials: titleWords.map((word) => word.charAt(0)).join(''),
  }
  foldedByText.set(text, made)
  return made
}

/**
 * Rates a match: 5 exact title, 4 prefix of the title, 3 prefixes of its words (2.5 with keywords and section, 2.25 with
 * synonyms), 2 initials, 1 similar, 0 none.
 */
export function tiersFor(query: string, synonyms?: Synonyms): (text: ScoredText) => number {
  const wanted = foldText(query.trim())
  if (wanted === '') return () => SIMILAR_TIER
  const words = searchWords(wanted)
  const letters = words.join('')
  const typed = words.map((word) => [word])
  const meant = synonyms && words.map(synonyms)
  return (text) => {
    const { title, titleWords, allWords, initials } = folded(text)
    if (title === wanted) return 5
    if (title.startsWith(wanted)) return PREFIX_TIER
    if (words.length === 0) return 0
    if (startWords(typed, titleWords)) return 3
    if (startWords(typed, allWords)) return 2.5
    if (meant && startWords(meant, allWords)) return 2.25
    if (initials.startsWith(letters)) return 2
    const isSimilar =
      joinsPrefixes(letters, titleWords) ||
      words.every((word) => titleWords.some((one) => one.startsWith(word) || isNearPrefix(word, one)))
    return isSimilar ? SIMILAR_TIER : 0
  }
}

/** The bonus for usage is below one tier. */
export function usageBonus(score: number): number {
  return (0.45 * score) / (1 + score)
}

const COMPLETIONS_TITLE = 'Complete the term'

const LAST_TERM = /[a-z]+:(?:"[^"]*"|[^"\s]*) $/iu

/** The completions of the term at the end of a text. */
export function completionRows(text: string, sources: readonly SourceRows[]): readonly CompletionRow[] {
  if (!text.includes(':')) return []
  return completeVariableQuery(text, valuesOf(sources)).map((completed) => ({
    kind: 'completion',
    key: `typed:${completed}`,
    title: LAST_TERM.exec(completed)?.[0].trim() ?? completed,
    text: completed,
  }))
}

/** The error message of a term; none while the term can still be completed. */
export function termProblem(
  text: string,
  sources: readonly SourceRows[],
  capabilities: readonly string[],
): string | null {
  const { problems, hasScope } = readVariableQuery(text, namedCohorts(sources))
  if (hasScope && !capabilities.includes('facets')) return SCOPE_NOT_SUPPORTED
  const isCompleted = completionRows(text, sources).length > 0
  return problems.find(({ term }) => !isCompleted || !text.endsWith(term))?.message ?? null
}

/** A list of rows of one kind below completions. */
export function belowCompletions(completions: readonly CompletionRow[], rows: RowList, title: string): RowList {
  const count = completions.length
  if (count === 0) return rows
  const sections = rows.sections ?? (rows.length === 0 ? [] : [{ title, start: 0 }])
  return {
    length: count + rows.length,
    at: (index) => completions[index] ?? rows.at(index - count),
    sections: [
      { title: COMPLETIONS_TITLE, start: 0 },
      ...sections.map((section) => ({ ...section, start: section.start + count })),
    ],
  }
}

const NO_ROWS: readonly ChoiceRow[] = []

/** The cohorts that a term may name; undefined while they load. */
function namedCohorts(sources: readonly SourceRows[]): NamedCohorts | undefined {
  const found = sources.find(({ source }) => source.kind === 'cohort')
  if (found === undefined || found.rows.length === 0) return undefined
  return found.rows.map(({ value, title }) => ({ cohortId: Number(value), name: title }))
}

function valuesOf(sources: readonly SourceRows[]): CompletionValues {
  const variables = sources.find(({ source }) => source.kind === 'variable')?.rows ?? NO_ROWS
  return { ...contributorValues(variables), cohort: [...new Set(namedCohorts(sources)?.map(({ name }) => name))] }
}

const cache = new WeakMap<readonly ChoiceRow[], Pick<CompletionValues, 'form' | 'section'>>()

/** The forms and sections of the catalog, computed once for each list of rows. */
function contributorValues(rows: readonly ChoiceRow[]) {
  const known = cache.get(rows)
  if (known) return known
  const contributors = rows.flatMap(({ facts }) => facts?.contributors ?? [])
  const values = {
    form: formValues(contributors),
    section: [...new Set(contributors.map(({ section }) => section))].toSorted(),
  }
  cache.set(rows, values)
  return values
}
