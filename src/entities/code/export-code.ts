import type { Call, Result } from '#api/result.ts'
import { copyText } from '#command-kit/clipboard.ts'
import { expressionRules } from '#contract/expressions.ts'
import { rulesInfo } from '#contract/rules.ts'
import type { RulesSent } from '#contract/shapes/rules-of-definition.ts'
import { toWire } from '#contract/shapes/wire-names.ts'
import type { CodeCommandId } from '#domain/clients/code-commands.ts'
import { codeOf, jupyterNotebook, quartoDocument, type CodeLanguage, type CodeQuery } from '#domain/clients/code.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import type { OfferedQuery } from '#entities/code/use-code.ts'
import { saveFile } from '#ui/save-file.ts'

const LANGUAGES: Partial<Record<CodeCommandId, CodeLanguage>> = {
  'code.copy-terminal': 'terminal',
  'code.copy-curl': 'curl',
  'code.copy-python': 'python',
  'code.copy-r': 'r',
}

/** Copies or saves a query as code; returns the words of the success. */
export async function exportCode(call: Call, id: CodeCommandId, offered: OfferedQuery): Promise<Result<string>> {
  const query = await withWords(call, offered)
  if (!query.ok) return query
  if (id === 'code.copy-expression') return copyExpression(call, query.value)
  const server = window.location.origin
  const language = LANGUAGES[id]
  if (language !== undefined) return copy(codeOf(query.value, language, server))
  const title = titleOf(query.value)
  const notebook = { query: query.value, title, server }
  const [text, extension] =
    id === 'code.save-jupyter' ? [jupyterNotebook(notebook), 'ipynb'] : [quartoDocument(notebook), 'qmd']
  const name = `${title.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')}.${extension}`
  saveFile(new Blob([text], { type: 'text/plain' }), name)
  return { ok: true, value: `Saved ${name}.` }
}

/** Rules that are not saved have no name: the server writes their expression. */
async function withWords(call: Call, query: OfferedQuery): Promise<Result<CodeQuery>> {
  if (query.kind !== 'expression') return { ok: true, value: query }
  const written = await expressionOf(call, query.rules)
  return written.ok ? { ok: true, value: { ...query, expression: written.value, rules: toWire(query.rules) } } : written
}

async function expressionOf(call: Call, rules: RulesSent): Promise<Result<string>> {
  const written = await call(expressionRules, { rules })
  return written.ok ? { ok: true, value: written.value.expression ?? '' } : written
}

async function copyExpression(call: Call, query: CodeQuery): Promise<Result<string>> {
  if (query.kind === 'expression') return copy(query.expression)
  if (query.kind === 'variable') return copy(`${query.name} answered`)
  if (query.kind !== 'cohort') return copy(null)
  if (query.id === ROOT_COHORT_ID) return copy(`in "${query.name}"`)
  const saved = await call(rulesInfo, { cohortId: query.id })
  // Families are no rule of an individual: the cohort is named.
  if (!saved.ok) return copy(`in "${query.name}"`)
  const written = await expressionOf(call, saved.value.rules)
  return written.ok ? copy(written.value) : written
}

async function copy(text: string | null): Promise<Result<string>> {
  if (text === null) return { ok: false, status: 0, message: NO_CODE, serverMessage: null, context: '', issues: [] }
  await copyText(text)
  return { ok: true, value: 'Copied.' }
}

const NO_CODE = 'What this pane shows has no such form: copy it as Python or R.'

function titleOf(query: CodeQuery): string {
  switch (query.kind) {
    case 'cohort':
    case 'variable':
      return query.name
    case 'search':
      return `Search for ${query.words}`
    case 'expression':
      return 'Cohort by rules'
    case 'table':
      return 'Table 1'
    case 'download':
      return `${query.cohort.name}, ${query.set}`
  }
}
