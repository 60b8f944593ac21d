import { SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { CUSTOM_VARIABLE_KINDS } from '#domain/custom-variables/construct-types.ts'
import { readCondition, readName } from '#domain/expressions/parse-condition.ts'
import { readCohort, readComparison, readEither } from '#domain/expressions/parse-expression.ts'
import { namesIn } from '#domain/expressions/resolve-expression.ts'
import { TokenCursor } from '#domain/expressions/token-cursor.ts'
import {
  ProblemError,
  readToken,
  type Expected,
  type ExpressionProblem,
  type Span,
} from '#domain/expressions/tokens.ts'
import type { Written } from '#domain/expressions/tree.ts'
import {
  DEFAULT_MINIMUM_PEDIGREE_SIZE,
  ROOT_COHORT_ID,
  STUDY_DECLARATIONS_MAX,
  STUDY_LENGTH_MAX,
  STUDY_PROBLEMS_MAX,
  VARIABLE_SET_NAMES_MAX,
} from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import { readDescription } from '#domain/study/read-description.ts'
import { readScore } from '#domain/study/read-score.ts'
import { readValues } from '#domain/study/read-values.ts'
import type {
  CohortNode,
  CriterionNode,
  DeclarationNode,
  SetMemberNode,
  SetNode,
  VariableNode,
  DownloadNode,
  CohortReference,
  ReleaseNode,
} from '#domain/study/study-tree.ts'
import { DECLARATION_WORDS, DOWNLOAD_FORMS, OPERATION_WORDS, VARIABLE_WORDS } from '#domain/study/study.ts'
import { namesInRange } from '#domain/text/name-range.ts'

export interface StudyProblem extends Span {
  readonly message: string
}

interface ParsedStudy {
  readonly declarations: readonly DeclarationNode[]
  /** The data release on which the file was written; null if it names none. */
  readonly release: Written | null
  readonly problems: readonly StudyProblem[]
}

/** What may follow the text of one declaration, for completions. */
export function afterDeclaration(
  text: string,
): { readonly expected: Expected } | { readonly problem: ExpressionProblem } {
  try {
    const { node } = readDeclaration(text, 0)
    const isRules = node.kind === 'cohort' && node.term.kind === 'rules'
    return { expected: { kind: isRules ? 'joint' : 'other' } }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem }
    throw error
  }
}

/** Parses a study file. After an error it goes on at the next line that begins with a declaration. Never throws. */
export function parseStudy(text: string): ParsedStudy {
  if (text.length > STUDY_LENGTH_MAX) {
    const message = `A study file has at most ${formatCount(STUDY_LENGTH_MAX)} characters.`
    return { declarations: [], release: null, problems: [{ from: STUDY_LENGTH_MAX, to: text.length, message }] }
  }
  const declarations: DeclarationNode[] = []
  const problems: StudyProblem[] = []
  let release: Written | null = null
  let place = 0
  for (;;) {
    try {
      if (readToken(text, place).kind === 'end') break
      const { node, end } = readDeclaration(text, place)
      if (declarations.length === STUDY_DECLARATIONS_MAX) {
        throw new ProblemError(node, `A study file has at most ${formatCount(STUDY_DECLARATIONS_MAX)} declarations.`)
      }
      if (node.kind !== 'release') declarations.push(node)
      else if (release === null) release = node.name
      else throw new ProblemError(node, 'A study file names one release.')
      place = end
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { from, to, message } = error.problem
      problems.push({ from, to, message })
      if (problems.length === STUDY_PROBLEMS_MAX || declarations.length === STUDY_DECLARATIONS_MAX) break
      place = nextDeclaration(text, Math.max(place, from))
    }
  }
  return { declarations, release, problems }
}

const DECLARATION_LINE = new RegExp(`\\n[ \\t]*(?=(?:${DECLARATION_WORDS.join('|')})\\b)`, 'giu')

/** The next line that begins with a declaration; the end of the text without one. */
function nextDeclaration(text: string, from: number): number {
  DECLARATION_LINE.lastIndex = from
  return DECLARATION_LINE.test(text) ? DECLARATION_LINE.lastIndex : text.length
}

interface ReadDeclaration {
  readonly node: DeclarationNode | ReleaseNode
  readonly end: number
}

function readDeclaration(text: string, place: number): ReadDeclaration {
  const cursor = new TokenCursor(text, place)
  const { from } = cursor.peek()
  const word = DECLARATION_WORDS.find((one) => cursor.isWord(one))
  if (word === undefined) return cursor.expect(`“${DECLARATION_WORDS.join('”, “')}”`)
  cursor.take()
  switch (word) {
    case 'cohort':
      return ended(cursor, readCohortDeclaration(cursor, from))
    case 'variable':
      return ended(cursor, readVariable(cursor, from))
    case 'score':
      return readScore(text, cursor, from)
    case 'set':
      return ended(cursor, readSet(cursor, from))
    case 'download':
      return ended(cursor, readDownload(cursor, from))
    case 'release': {
      const name = readName(cursor, 'The name of a release', { kind: 'other' })
      return ended(cursor, { kind: 'release', name, ...cursor.spanFrom(from) })
    }
  }
}

function ended(cursor: TokenCursor, node: ReadDeclaration['node']): ReadDeclaration {
  const { kind } = cursor.peek()
  if (kind !== 'end' && !DECLARATION_WORDS.some((word) => cursor.isWord(word))) {
    cursor.expect(node.kind === 'release' ? 'The next declaration' : `${ENDS[node.kind]} or the next declaration`)
  }
  return { node, end: cursor.end }
}

const ENDS: Readonly<Record<DeclarationNode['kind'], string>> = {
  cohort: '“and”, “or”, “in”, “description”',
  variable: '“description”',
  score: '“description”',
  set: 'A comma, “description”',
  download: '“as”',
}

function readCohortDeclaration(cursor: TokenCursor, from: number): CohortNode {
  const name = readName(cursor, 'The name of a cohort', { kind: 'other' })
  cursor.requireSign('=')
  const term = readTerm(cursor)
  return { kind: 'cohort', name, term, description: readDescription(cursor), ...cursor.spanFrom(from) }
}

function readTerm(cursor: TokenCursor): CohortNode['term'] {
  const operation = SET_OPERATIONS.find((one) => cursor.isNext(OPERATION_WORDS[one], 'of'))
  if (operation !== undefined) {
    cursor.take(2)
    const span = cursor.peek()
    const [first, second, more] = cursor.list(() => readCohort(cursor))
    if (first === undefined || second === undefined || more !== undefined) {
      cursor.refuse(`Two cohorts are joined: ${OPERATION_WORDS[operation]} of ("A", "B").`, span)
    }
    return { kind: 'compound', operation, first, second }
  }
  const isPedigrees = cursor.isNext('pedigrees', 'with') || (cursor.isNext('pedigrees', 'in') && !cursor.isSign('(', 2))
  if (isPedigrees) {
    cursor.take()
    const criterion = cursor.takes('with') ? readCriterion(cursor) : null
    return { kind: 'pedigree', criterion, parent: readParent(cursor) }
  }
  return { kind: 'rules', node: readEither(cursor), parent: readParent(cursor) }
}

/** "at least 2 affected where SCHIZOPHRENIA = Yes and family size >= 4" */
function readCriterion(cursor: TokenCursor): CriterionNode {
  const comparison = readComparison(cursor) ?? cursor.expect('“at least”, “at most” or “exactly”')
  const count = cursor.count()
  cursor.require('affected')
  cursor.require('where')
  const condition = readCondition(cursor)
  if (!cursor.takes('and')) return { condition, comparison, count, minimumSize: DEFAULT_MINIMUM_PEDIGREE_SIZE }
  cursor.require('family')
  cursor.require('size')
  cursor.requireSign('>=')
  return { condition, comparison, count, minimumSize: cursor.count() }
}

/** The parent cohort; All Individuals without one. */
function readParent(cursor: TokenCursor): CohortReference {
  return cursor.takes('in') ? readCohort(cursor) : ROOT_COHORT_ID
}

function readVariable(cursor: TokenCursor, from: number): VariableNode {
  const name = readName(cursor, 'The name of a variable', { kind: 'other' })
  cursor.requireSign('=')
  if (cursor.isWord('if', 1))
    return { ...readFlag(cursor), name, description: readDescription(cursor), ...cursor.spanFrom(from) }
  const type = CUSTOM_VARIABLE_KINDS.find((one) => cursor.takes(VARIABLE_WORDS[one]))
  if (type === undefined) cursor.expect(`“${Object.values(VARIABLE_WORDS).join('”, “')}”`)
  const sources = readNames(cursor)
  if (type === 'downcode') {
    const [source, second] = sources
    if (second !== undefined) cursor.refuse('One variable is recoded; several are written with “from”.', second)
    cursor.subject = source ?? null
  }
  const { values, defaultValue } = readValues(cursor)
  const description = readDescription(cursor)
  return { kind: 'variable', name, type, sources, values, defaultValue, description, ...cursor.spanFrom(from) }
}

/** `yes if any of (A = 1, B = 1) else no`: two values of the variables that the conditions name. */
function readFlag(cursor: TokenCursor): Pick<VariableNode, 'kind' | 'type' | 'sources' | 'values' | 'defaultValue'> {
  const value = readName(cursor, 'A value', { kind: 'other' })
  cursor.require('if')
  const rules = readEither(cursor)
  const span = cursor.spanFrom(value.from)
  const other = cursor.takes('else')
    ? readName(cursor, 'A value', { kind: 'other' })
    : { text: value.text.toLowerCase() === 'no' ? 'yes' : 'no', ...span }
  const sources = namesIn(rules).variables.map((text) => ({ text, ...span }))
  const values = [
    { name: value, description: '', rules, ...span },
    { name: other, description: '', rules: null, ...span },
  ]
  return { kind: 'variable', type: 'multiple', sources, values, defaultValue: other }
}

function readNames(cursor: TokenCursor): Written[] {
  const names: Written[] = []
  do names.push(...readNameOrRange(cursor))
  while (cursor.takesSign(','))
  return names
}

/** A variable, or all from a first to a last: PHQ_1..PHQ_9. */
function readNameOrRange(cursor: TokenCursor): Written[] {
  const first = readName(cursor, 'A variable', { kind: 'rule' })
  if (!cursor.takesSign('..')) return [first]
  const last = readName(cursor, 'A variable', { kind: 'rule' })
  const span = cursor.spanFrom(first.from)
  const range = namesInRange(first.text, last.text, VARIABLE_SET_NAMES_MAX)
  if ('problem' in range) return cursor.refuse(range.problem, span)
  return range.names.map((text) => ({ text, ...span }))
}

function readSet(cursor: TokenCursor, from: number): SetNode {
  const name = readName(cursor, 'The name of a variable set', { kind: 'other' })
  cursor.requireSign('=')
  const members: SetMemberNode[] = []
  do {
    if (cursor.isNext('all', 'of', 'form')) {
      cursor.take(3)
      members.push({ kind: 'form', form: readName(cursor, 'A form', { kind: 'other' }) })
    } else members.push(...readNameOrRange(cursor).map((variable) => ({ kind: 'variable', variable }) as const))
    if (members.length > VARIABLE_SET_NAMES_MAX) {
      cursor.refuse(`A variable set has at most ${formatCount(VARIABLE_SET_NAMES_MAX)} variables.`)
    }
  } while (cursor.takesSign(','))
  return { kind: 'set', name, members, description: readDescription(cursor), ...cursor.spanFrom(from) }
}

function readDownload(cursor: TokenCursor, from: number): DownloadNode {
  const cohort = readName(cursor, 'A cohort', { kind: 'cohort' })
  const set = readName(cursor, 'A variable set', { kind: 'other' })
  const form = cursor.takes('as')
    ? (DOWNLOAD_FORMS.find((one) => cursor.takes(one)) ?? cursor.expect(`“${DOWNLOAD_FORMS.join('” or “')}”`))
    : 'csv'
  return { kind: 'download', cohort, set, form, ...cursor.spanFrom(from) }
}
