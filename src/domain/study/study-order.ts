import { namesIn, NO_NAMES } from '#domain/expressions/resolve-expression.ts'
import type { ExpressionNode, Written } from '#domain/expressions/tree.ts'
import type { StudyProblem } from '#domain/study/parse-study.ts'
import type { CohortNode, CohortReference, DeclarationNode, SavedNode } from '#domain/study/study-tree.ts'
import { nameKey } from '#domain/text/names.ts'

export type Space = 'cohort' | 'variable' | 'set'

const SPACES = { cohort: 'cohort', variable: 'variable', score: 'variable', set: 'set' } as const

/** The key of a name: scores and other variables share their names. */
export function keyOf(space: Space, name: string): string {
  return `${space} ${space === 'variable' ? name.toUpperCase() : nameKey(name)}`
}

export function keyOfNode({ kind, name }: SavedNode): string {
  return keyOf(SPACES[kind], name.text)
}

interface OrderedStudy {
  /** Each after the declarations that it is built on; downloads are last. */
  readonly ordered: readonly DeclarationNode[]
  readonly problems: readonly StudyProblem[]
}

/** Orders declarations by their references; names that are declared twice, and cycles, are problems. */
export function orderStudy(declarations: readonly DeclarationNode[]): OrderedStudy {
  const saved = new Map<string, SavedNode>()
  const problems: StudyProblem[] = []
  const downloads: DeclarationNode[] = []
  for (const node of declarations) {
    if (node.kind === 'download') {
      downloads.push(node)
      continue
    }
    const key = keyOfNode(node)
    if (saved.has(key)) problems.push(problemAt(node.name, `“${node.name.text}” is declared twice.`))
    else saved.set(key, node)
  }
  const ordered: DeclarationNode[] = []
  const states = new Map<string, 'open' | 'done'>()
  for (const start of saved.keys()) {
    // A stack of its own: a chain of a thousand declarations is deeper than calls may be.
    const stack = [{ key: start, below: referencesOf(saved, start) }]
    if (states.has(start)) continue
    states.set(start, 'open')
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.below.pop()
      const node = saved.get(top.key)
      if (next === undefined) {
        states.set(top.key, 'done')
        if (node) ordered.push(node)
        stack.pop()
      } else if (states.get(next) === 'open') {
        const path = [...stack.slice(stack.findIndex(({ key }) => key === next)).map(({ key }) => key), next]
        const names = path.map((key) => saved.get(key)?.name.text ?? '')
        if (node) problems.push(problemAt(node.name, `A definition cannot be built on itself: ${names.join(' → ')}.`))
      } else if (!states.has(next)) {
        states.set(next, 'open')
        stack.push({ key: next, below: referencesOf(saved, next) })
      }
    }
  }
  return { ordered: [...ordered, ...downloads], problems }
}

function problemAt({ from, to }: Written, message: string): StudyProblem {
  return { from, to, message }
}

/** The declarations that one is built on, last first. */
function referencesOf(saved: ReadonlyMap<string, SavedNode>, key: string): string[] {
  const node = saved.get(key)
  if (node === undefined) return []
  const { cohorts, variables } = namesInDeclaration(node)
  const keys = [...cohorts.map((name) => keyOf('cohort', name)), ...variables.map((name) => keyOf('variable', name))]
  return [...new Set(keys.filter((one) => saved.has(one)))].reverse()
}

interface DeclaredNames {
  readonly cohorts: readonly string[]
  readonly variables: readonly string[]
  /** The variables of which all versions are needed. */
  readonly versionsOf: readonly string[]
  readonly hasStrata: boolean
}

/** The names that a declaration uses. */
export function namesInDeclaration(node: DeclarationNode): DeclaredNames {
  const none = { cohorts: [], ...NO_NAMES }
  switch (node.kind) {
    case 'cohort':
      return namesInCohort(node)
    case 'variable':
      return { ...none, variables: node.sources.map(({ text }) => text) }
    case 'score':
      return { ...none, variables: node.variables.map(({ text }) => text) }
    case 'set': {
      const variables = node.members.flatMap((one) => (one.kind === 'variable' ? [one.variable.text] : []))
      return { ...none, variables }
    }
    case 'download':
      return { ...none, cohorts: [node.cohort.text] }
  }
}

function namesInCohort({ term }: CohortNode): DeclaredNames {
  if (term.kind === 'compound') {
    return { ...NO_NAMES, cohorts: [...referenceName(term.first), ...referenceName(term.second)] }
  }
  const parent = referenceName(term.parent)
  if (term.kind === 'pedigree') {
    const variables = term.criterion ? [term.criterion.condition.variable.text] : []
    return { ...NO_NAMES, cohorts: parent, variables }
  }
  return { ...namesIn(term.node), cohorts: [...parent, ...membershipsIn(term.node)] }
}

function referenceName(cohort: CohortReference): string[] {
  return typeof cohort === 'number' ? [] : [cohort.text]
}

function membershipsIn(node: ExpressionNode): string[] {
  if (node.kind === 'group') return node.rules.flatMap(membershipsIn)
  return node.kind === 'cohort' ? referenceName(node.cohort) : []
}
