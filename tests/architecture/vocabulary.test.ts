import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'

/** Words that a name never contains; beside each, the term of the field. */
const NAMES: Readonly<Record<string, string>> = {
  people: 'participants, individuals, users',
  somebody: 'user, anonymous',
  nobody: 'anonymous',
  everybody: 'all',
  anybody: 'any user',
  whoever: 'user, caller',
  whom: 'the noun',
  told: 'disclosed, reported',
  untold: 'suppressed, unreported',
  tell: 'disclose, report',
  tells: 'discloses, reports',
  telling: 'disclosing, reporting',
  said: 'the noun',
  discreet: 'suppressed',
  discretion: 'suppression',
  lent: 'lease',
  lend: 'lease',
  tally: 'aggregate, count',
  truth: 'condition, constraint, outcome',
  truths: 'conditions, constraints, outcomes',
  judge: 'evaluate',
  judged: 'evaluated',
  deed: 'action',
  deeds: 'actions',
  anew: 'again',
  unheard: 'unhandled',
}

/** Names that do not say what a variable holds. */
const NO_NOUNS: ReadonlySet<string> = new Set(['own', 'of', 'at', 'given', 'taking'])

/** Phrases that a comment or a test title never contains. Legitimate uses of "turn on", "turn off" and "return" remain. */
const PHRASES: readonly RegExp[] = [
  /\b(people|some(body|one)|nobody|every(body|one)|any(body|one)|who(ever|m)|whomever)\b/i,
  /\b(un)?told\b|\b(tell|tells|telling)\b/i,
  /\b(discreet|discretion|lent|tally|truths?|judged?|deeds?|anew)\b/i,
  /\b(give|gives|giving) (away|way)\b|\b(in|out of|a|its|their|own) turn\b/i,
  /\bwhere it\b|\bwhat it\b|\bin earnest\b|\bin such a way\b/i,
]

/** This file names the words itself. */
const OWN_FILE = 'tests/architecture/vocabulary.test.ts'

let files: string[] = []
let sources: { file: string; source: ts.SourceFile }[] = []

beforeAll(() => {
  files = ['src', 'commands', 'tests'].flatMap(filesOf)
  sources = files
    .filter((file) => file !== OWN_FILE)
    .map((file) => ({ file, source: parse(file, readFileSync(file, 'utf8')) }))
})

test('names of the project use the terms of the field', () => {
  expect(files.length).toBeGreaterThan(1_000)
  const found = sources.flatMap(({ file, source }) =>
    declaredNames(source).flatMap((name) => {
      const word = wordsOf(name).find((part) => Object.hasOwn(NAMES, part))
      return word === undefined ? [] : [`${file}: ${name} (${word}: say ${NAMES[word]})`]
    }),
  )
  expect(found).toEqual([])
})

test('variables and parameters are nouns of the field', () => {
  const found = sources.flatMap(({ file, source }) => {
    const names: string[] = []
    const visit = (node: ts.Node): void => {
      const isVariable = ts.isVariableDeclaration(node) || ts.isParameter(node)
      if (isVariable && ts.isIdentifier(node.name) && NO_NOUNS.has(node.name.text)) names.push(node.name.text)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return names.map((name) => `${file}: ${name}`)
  })
  expect(found).toEqual([])
})

test('comments use the terms of the field', () => {
  const found = sources.flatMap(({ file, source }) =>
    commentsOf(source).flatMap((comment) => {
      const phrase = PHRASES.map((pattern) => pattern.exec(comment)?.[0]).find((match) => match !== undefined)
      return phrase === undefined ? [] : [`${file}: "${phrase}" in ${comment}`]
    }),
  )
  expect(found).toEqual([])
})

test('titles of tests use the terms of the field', () => {
  const titles = sources.flatMap(({ file, source }) => titlesOf(source).map((title) => ({ file, title })))
  expect(titles.length).toBeGreaterThan(1_000)
  expect(titles.filter(({ title }) => PHRASES.some((pattern) => pattern.test(title)))).toEqual([])
})

test('splits names into words and finds comments and titles', () => {
  expect(wordsOf('#parseURLOfPeople')).toEqual(['parse', 'url', 'of', 'people'])
  expect(wordsOf('MIN_CELL')).toEqual(['min', 'cell'])
  const source = parse(
    'a.tsx',
    `const toldAll = '// no' /* yes */\nfunction f({ people }: T, { a: whom }: T) {} // end`,
  )
  expect(declaredNames(source)).toEqual(['toldAll', 'f', 'whom'])
  expect(commentsOf(source)).toEqual(['/* yes */', '// end'])
  expect(titlesOf(parse('a.test.ts', `test('is a', f); it.each([1])('is %s', f); run('no')`))).toEqual([
    'is a',
    'is %s',
  ])
})

function filesOf(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map((path) => `${room}/${path}`)
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
}

/** `parseURLOfPeople` consists of parse, url, of and people. */
function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase())
}

/** Declared names only: keys of a literal and destructured properties may belong to the API or to a library. */
function declaredNames(source: ts.SourceFile): string[] {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    const name = declaredName(node)
    if (name !== undefined) names.push(name)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

function declaredName(node: ts.Node): string | undefined {
  if (ts.isBindingElement(node)) {
    return node.propertyName !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined
  }
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node)
  const name = isDeclaration ? node.name : undefined
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name.text : undefined
}

/** Literal titles of test, it and describe, also of their tables and steps. */
function titlesOf(source: ts.SourceFile): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(test|it|describe)$/.test(calleeOf(node.expression))) {
      const [title] = node.arguments
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.push(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

function calleeOf(expression: ts.Expression): string {
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return calleeOf(expression.expression)
  return ts.isIdentifier(expression) ? expression.text : ''
}

/** Literals are left out: their text may look like a comment. */
function commentsOf(source: ts.SourceFile): string[] {
  const code: string[] = []
  let end = 0
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) {
      code.push(source.text.slice(end, node.getStart(source)))
      end = node.end
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  code.push(source.text.slice(end))
  return code.join(' ').match(/\/\*[\s\S]*?\*\/|\/\/.*/g) ?? []
}
