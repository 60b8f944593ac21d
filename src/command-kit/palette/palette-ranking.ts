import type { ArgumentSource, ChoiceRow } from '#command-kit/argument-source.ts'
import type { Subject } from '#command-kit/declaration.ts'
import {
  EXACT_TIER,
  LETTERS_MIN,
  PREFIX_TIER,
  SIMILAR_TIER,
  TITLE_TIER,
  tiersFor,
  titleShare,
  usageBonus,
  withSynonyms,
} from '#command-kit/palette/command-match.ts'
import { thingOf } from '#command-kit/palette/palette-pins.ts'
import {
  choiceList,
  choiceOption,
  inSections,
  rowsBelow,
  type ChoiceOption,
  type CommandRow,
  type Mode,
  type PaletteRow,
  type RowList,
  type SourceRows,
  type CompletionRow,
} from '#command-kit/palette/palette-rows.ts'
import { rankRows, withMore } from '#command-kit/row-ranking.ts'
import { learntFor, scoreOf, type Usage } from '#command-kit/usage.ts'
import { formatCount } from '#domain/numbers.ts'
import {
  completeVariableQuery,
  type CompletionValues,
  formValues,
  readVariableQuery,
  SCOPE_NOT_SUPPORTED,
  type NamedCohorts,
} from '#domain/search/variable-query.ts'
import { searchWords } from '#domain/text/text.ts'

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
      return { row, tier, score: tier + titleShare(text, row) + usageBonus(scoreOf(usage, row.key, now)) }
    })
    .filter(({ tier }) => tier > 0)
    .toSorted((one, other) => groupOf(one) - groupOf(other) || other.score - one.score)
}

/** Order of groups: exact titles, available commands, unavailable ones, similar names; available ones first in each. */
function groupOf({ row, tier }: Ranked): number {
  const isUnavailable = row.because === undefined ? 0 : 1
  if (tier === EXACT_TIER) return isUnavailable
  return (tier <= SIMILAR_TIER ? 4 : 2) + isUnavailable
}

export function rankCommands(rows: readonly CommandRow[], ranking: Ranking): readonly CommandRow[] {
  const found = ranked(rows, ranking).map(({ row }) => row)
  return learntFirst(found, ranking)
}

/** Rows that were chosen for the same text before, then the others. */
function learntFirst<Row extends { readonly key: string }>(rows: readonly Row[], ranking: Ranking): readonly Row[] {
  const learnt = learntFor(ranking.usage, ranking.text, ranking.now)
  if (learnt.length === 0) return rows
  const first = new Set(learnt.flatMap((key) => rows.find((row) => row.key === key) ?? []))
  return [...first, ...rows.filter((row) => !first.has(row))]
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

/** Whether a name begins with the words of a query. */
export function isNamedBy({ row: { title } }: Pick<ChoiceOption, 'row'>, text: string): boolean {
  return searchWords(title)
    .join(' ')
    .startsWith(searchWords(readVariableQuery(text).words).join(' '))
}

/**
 * The rows of one kind that match a query: names that begin with it, the results of the server in its order, then other
 * matches.
 */
export function rankChoices(
  rows: readonly ChoiceRow[],
  more: readonly ChoiceRow[] | undefined,
  text: string,
  limit = Infinity,
): readonly ChoiceRow[] {
  const { words, hasTerms, hasScope } = readVariableQuery(text)
  if (more === undefined || more.length === 0) {
    return hasTerms
      ? hasScope
        ? []
        : narrowed(rankRows(rows, words), text).slice(0, limit)
      : rankRows(rows, words, limit)
  }
  // Only the server knows who answered.
  const known = hasScope ? [] : narrowed(rankRows(rows, words), text)
  const others = known.findIndex((row) => !isNamedBy({ row }, text))
  const begun = others === -1 ? known.length : others
  const named = withMore(known.slice(0, begun), narrowed(more, text), limit)
  return withMore(named, known.slice(begun), limit)
}

/** The list of one kind that matches a query. Only variables have terms to complete. */
export function rankOne({ source, rows, more }: SourceRows, sources: readonly SourceRows[], ranking: Ranking): RowList {
  const { text } = ranking
  const learnt = learntFor(ranking.usage, text, ranking.now)
  const matching = rankChoices(rows, more, text)
  const first = matching.filter(({ value }) => learnt.includes(`${source.kind}:${value}`))
  const found = choiceList(source, first.length === 0 ? matching : [...new Set([...first, ...matching])])
  return source.kind === 'variable'
    ? rowsBelow(completionRows(text, sources), COMPLETIONS_TITLE, found, source.label)
    : found
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
 * The root page: rows chosen earlier for the same query; cohorts, recent things and commands whose words it contains;
 * names that begin with it; then other commands and the best rows of each kind; then unavailable commands and similar
 * names. A command's exact title is first even if it is unavailable: Enter must not run another one. While things load,
 * a similar name is never first, because Enter would run it.
 */
export function rankAll(commands: readonly CommandRow[], sources: readonly SourceRows[], ranking: Ranking): RowList {
  const { text } = ranking
  // Terms narrow data; no command has them.
  const ofCommands = readVariableQuery(text).hasTerms ? [] : ranked(commands, ranking)
  const isBegun = (option: ChoiceOption) => option.because === undefined && isNamedBy(option, text)
  const things = sources.map((each) => ({
    each,
    options: rankChoices(each.rows, each.more, text, BEST_FEW).map((row) => choiceOption(each.source, row)),
  }))
  const isAvailable = ({ row }: Ranked) => row.because === undefined
  const [exact, others] = partition(ofCommands, ({ tier }) => tier === EXACT_TIER)
  const [available, unavailable] = partition(
    others.filter(({ tier }) => tier > SIMILAR_TIER),
    isAvailable,
  )
  const isShort = text.trim().length < LETTERS_MIN
  const leading = available.filter(({ tier }) => tier >= (isShort ? PREFIX_TIER : TITLE_TIER)).slice(0, BEST_FEW)
  const preferred = isShort
    ? []
    : preferredThings(
        things.flatMap(({ options }) => options),
        ranking,
      )
  const bestTier = Math.max(0, ...preferred.map(({ tier }) => tier))
  const [better, equal] = partition(leading, ({ tier }) => tier > bestTier)
  const sections = [
    [
      'Best matches',
      [
        ...learntRows(ofCommands, sources, ranking),
        ...[...exact, ...better, ...preferred, ...equal].map(({ row }) => row),
        ...things.flatMap(({ options }) => options.filter(isBegun)),
      ],
    ],
    ['Commands', available.map(({ row }) => row)],
    ...things.map(({ each, options }) => [each.source.label, [...options, ...seeAll(each, text)]] as const),
    ['Not available now', unavailable.map(({ row }) => row)],
  ] as const
  const isUndecided = sections.every(([, rows]) => rows.length === 0) && sources.some(({ isLoading }) => isLoading)
  const similar = ofCommands.filter(({ tier }) => tier <= SIMILAR_TIER).map(({ row }) => row)
  const found = inSections(isUndecided ? [] : [...sections, ['Similar names', similar]])
  return rowsBelow(completionRows(text, sources), COMPLETIONS_TITLE, found, '')
}

/** The cohorts and recently used things that match a query, best first. */
function preferredThings(options: readonly ChoiceOption[], { text, usage, now }: Ranking) {
  const tierOf = tiersFor(text)
  return options
    .filter(({ key, source, because }) => {
      return because === undefined && (source.kind === 'cohort' || scoreOf(usage, key, now) > 0)
    })
    .map((row) => ({ row, tier: tierOf({ title: row.row.title, section: '', keywords: [] }) }))
    .filter(({ tier }) => tier >= TITLE_TIER)
    .toSorted((one, other) => other.tier - one.tier)
}

/** The available rows that were chosen for the same text before. */
function learntRows(
  commands: readonly Ranked[],
  sources: readonly SourceRows[],
  ranking: Ranking,
): readonly PaletteRow[] {
  return learntFor(ranking.usage, ranking.text, ranking.now).flatMap((key): PaletteRow | readonly PaletteRow[] => {
    const found = commands.find(({ row }) => row.key === key)?.row ?? thingOf(key, sources)
    return found !== undefined && found.because === undefined ? found : []
  })
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
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
