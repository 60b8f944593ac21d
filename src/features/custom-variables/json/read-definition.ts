import * as v from 'valibot'
import { ConstructDraft as WireConstructDraft } from '#contract/shapes/construct-draft.ts'
import type { ConstructDraft, Definition } from '#contract/shapes/entities.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { VALUE_NAME, VARIABLE_NAME } from '#domain/text/names.ts'

/** An error of a pasted definition, and its line. */
export interface DefinitionError {
  readonly line: number
  readonly message: string
}

/** A variable in a definition, and the line of its first use. */
export interface NamedVariable {
  readonly name: string
  readonly line: number
}

export type ReadDefinition =
  | { readonly ok: true; readonly construct: ConstructDraft; readonly names: readonly NamedVariable[] }
  | { readonly ok: false; readonly errors: readonly DefinitionError[] }

/** Parses a definition in the contract's format; errors have line numbers. */
export function readDefinition(text: string): ReadDefinition {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return { ok: false, errors: [syntaxError(text, error)] }
  }
  const lines = jsonLines(text)
  const lineOf = (path: readonly string[]): number => {
    for (let length = path.length; length >= 0; length--) {
      const line = lines.get(path.slice(0, length).join('.'))
      if (line !== undefined) return line
    }
    return 1
  }
  const parsed = v.safeParse(WireConstructDraft, json)
  if (!parsed.success) {
    const errors = parsed.issues.map((issue) => {
      const path = issue.path?.map(({ key }) => String(key)) ?? []
      return { line: lineOf(path), message: `${path.join('.') || 'The definition'}: ${issue.message}` }
    })
    return { ok: false, errors: inOrder(errors) }
  }
  const construct = fromWire(parsed.output)
  const errors = nameErrors(construct).map(({ path, message }) => ({ line: lineOf(path), message }))
  if (errors.length > 0) return { ok: false, errors: inOrder(errors) }
  return { ok: true, construct, names: namesIn(construct, lineOf) }
}

function nameErrors({ name, values }: ConstructDraft): { path: string[]; message: string }[] {
  const problem = name === '' ? null : VARIABLE_NAME.problem(name)
  const ofValues = values.flatMap((value, place) => {
    const path = ['values', String(place), 'name']
    const isTwice = values.findIndex((other) => other.name === value.name) !== place
    const message = VALUE_NAME.problem(value.name) ?? (isTwice ? `The value ${value.name} occurs twice.` : null)
    return message === null ? [] : [{ path, message }]
  })
  return problem === null ? ofValues : [{ path: ['name'], message: problem }, ...ofValues]
}

function namesIn(construct: ConstructDraft, lineOf: (path: readonly string[]) => number): NamedVariable[] {
  const names = new Map<string, number>()
  const note = (name: string, path: readonly string[]) => {
    if (!names.has(name)) names.set(name, lineOf(path))
  }
  const visit = ({ constraints }: Definition, path: readonly string[]) => {
    for (const [place, part] of constraints.entries()) {
      const partPath = [...path, 'constraints', String(place)]
      if ('relationship' in part) visit(part, partPath)
      else note(part.variableName, [...partPath, 'variable_name'])
    }
  }
  for (const [place, name] of construct.variables.entries()) note(name, ['variables', String(place)])
  for (const [place, { definition }] of construct.values.entries()) {
    visit(definition, ['values', String(place), 'definition'])
  }
  return [...names].map(([name, line]) => ({ name, line }))
}

function syntaxError(text: string, error: unknown): DefinitionError {
  const message = error instanceof Error ? error.message : ''
  const position = /position (\d+)/.exec(message)?.[1]
  const before = text.slice(0, position === undefined ? text.length : Number(position))
  return { line: before.split('\n').length, message: 'Invalid JSON: a character is missing or superfluous here.' }
}

function inOrder(errors: readonly DefinitionError[]): readonly DefinitionError[] {
  return errors.toSorted((one, other) => one.line - other.line)
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

interface Level {
  readonly path: string
  readonly isList: boolean
  place: number
  key: string
}

/** The line, from 1, of each value of a JSON text, by path: "values.0.name". */
export function jsonLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const levels: Level[] = []
  let awaitsKey = false
  let line = 1
  let read = 0
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    line += text.slice(read, index).split('\n').length - 1
    read = index
    const level = levels.at(-1)
    if (token === '}' || token === ']') {
      levels.pop()
      awaitsKey = false
    } else if (token === ',') {
      if (level) level.place++
      awaitsKey = level?.isList === false
    } else if (token === ':') {
      awaitsKey = false
    } else if (awaitsKey && level) {
      level.key = String(JSON.parse(token))
    } else {
      const path = level ? [level.path, level.isList ? String(level.place) : level.key].filter(Boolean).join('.') : ''
      lines.set(path, line)
      if (token === '{' || token === '[') levels.push({ path, isList: token === '[', place: 0, key: '' })
      awaitsKey = token === '{'
    }
  }
  return lines
}
