import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, type ESTree, type Plugin } from 'vite'
import type { Documentation } from '../../contract/endpoint.ts'

const FOLDER = fileURLToPath(new URL('../../contract/', import.meta.url))
const ROW_FILE = /\/src\/contract\/[\w-]+\.ts$/

/** Only the server reads these; the rows are in the client's first screen, which has a size limit. */
const SERVER_PROPERTIES: Record<keyof Documentation | 'input', true> = {
  summary: true,
  audit: true,
  files: true,
  takesBytes: true,
  isOpen: true,
  input: true,
}

/** The labels of the audit log, by method and path: a module of the audit dialog, which is loaded later. */
const LABELS_MODULE = 'virtual:audit-labels'
const RESOLVED_LABELS = `\0${LABELS_MODULE}`

/** Removes the server's properties of endpoints from the client's build, and serves their audit labels as a module. */
export function endpointRows(): Plugin {
  return {
    name: 'endpoint-rows',
    resolveId: (id) => (id === LABELS_MODULE ? RESOLVED_LABELS : undefined),
    load: (id) => (id === RESOLVED_LABELS ? `export default ${JSON.stringify(auditLabels())}` : undefined),
    transform(code, id) {
      const isClientBuild = this.environment.mode === 'build' && this.environment.name === 'client'
      return isClientBuild && ROW_FILE.test(id) ? { code: withoutServerProperties(code), map: null } : null
    },
  }
}

function auditLabels(): Record<string, string> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))
  const rows = files.flatMap((file) => rowsOf(readFileSync(join(FOLDER, file), 'utf8')))
  return Object.fromEntries(
    rows.flatMap((row) => {
      const { method, path, audit } = textsOf(row)
      return audit === undefined ? [] : [[`${method} ${path}`, audit]]
    }),
  )
}

/** The source of a contract module as the client needs it. */
export function withoutServerProperties(code: string): string {
  const pieces: string[] = []
  let end = 0
  for (const { properties } of rowsOf(code)) {
    for (const [place, property] of properties.entries()) {
      if (!Object.hasOwn(SERVER_PROPERTIES, nameOf(property) ?? '')) continue
      pieces.push(code.slice(end, property.start))
      end = properties[place + 1]?.start ?? property.end
    }
  }
  return withoutUnusedImports(pieces.join('') + code.slice(end))
}

/** A module that only a removed property imports is not loaded: schemas of requests, with their limits. */
function withoutUnusedImports(code: string): string {
  let kept = code
  for (const { start, end, specifiers } of importsOf(code).toReversed()) {
    const others = kept.slice(0, start) + kept.slice(end)
    const isUsed = specifiers.some(({ local }) => new RegExp(String.raw`\b${local.name}\b`).test(others))
    if (!isUsed) kept = others
  }
  return kept
}

function importsOf(code: string): readonly ESTree.ImportDeclaration[] {
  return parseSync('contract.ts', code).program.body.filter((statement) => statement.type === 'ImportDeclaration')
}

/** The objects that `endpoint` is called with. */
function rowsOf(code: string): readonly ESTree.ObjectExpression[] {
  return parseSync('contract.ts', code).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
    return statement.declaration.declarations.flatMap(({ init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
      const [row] = init.callee.name === 'endpoint' ? init.arguments : []
      return row?.type === 'ObjectExpression' ? [row] : []
    })
  })
}

function nameOf(property: ESTree.ObjectPropertyKind): string | null {
  return property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : null
}

function textsOf({ properties }: ESTree.ObjectExpression): Partial<Record<string, string>> {
  return Object.fromEntries(
    properties.flatMap((property) => {
      const isText = property.type === 'Property' && property.value.type === 'Literal'
      const text = isText && 'value' in property.value ? property.value.value : null
      return typeof text === 'string' ? [[nameOf(property) ?? '', text]] : []
    }),
  )
}
