import { describe, expect, test } from 'vitest'
import { CODE_LANGUAGES, codeOf, jupyterNotebook, quartoDocument, type CodeQuery } from '#domain/clients/code.ts'

const SERVER = 'https://diver.example'
const COHORT = { name: 'High mood', id: 7 }
const EXPRESSION: CodeQuery = { kind: 'expression', expression: `NOTE = "it's \\ so"`, rules: { version: 1 } }

describe('code of a pane', () => {
  test('quotes names and expressions for each language', () => {
    expect(codeOf(EXPRESSION, 'terminal', SERVER)).toBe(`diver count 'NOTE = "it'\\''s \\ so"'\n`)
    expect(codeOf(EXPRESSION, 'python', SERVER)).toContain(String.raw`d.cohort("NOTE = \"it's \\ so\"").count()`)
    expect(codeOf(EXPRESSION, 'r', SERVER)).toContain(String.raw`cohort(d, "NOTE = \"it's \\ so\"")`)
    expect(codeOf({ kind: 'search', words: "don't" }, 'curl', SERVER)).toContain(String.raw`"don'\''t"`)
  })

  test('holds no token, and the address of the server', () => {
    const queries: CodeQuery[] = [
      { kind: 'cohort', ...COHORT },
      EXPRESSION,
      { kind: 'variable', name: 'AGE' },
      { kind: 'table', cohorts: [COHORT], variables: ['AGE', 'SEX'] },
      { kind: 'download', cohort: COHORT, set: 'Core' },
    ]
    const texts = queries.flatMap((query) => CODE_LANGUAGES.map((language) => codeOf(query, language, SERVER)))
    expect(texts.filter((text) => text === null)).toHaveLength(2)
    for (const text of texts) expect(text ?? '').not.toMatch(/diver_[\w-]{43}/)
    expect(codeOf({ kind: 'cohort', ...COHORT }, 'curl', SERVER)).toBe(
      `curl -fsS -H "Authorization: Bearer $DIVER_TOKEN" '${SERVER}/api/v0/cohort/info?cohortid=7'\n`,
    )
  })
})

test('a notebook holds the client, the code and no output', () => {
  const notebook = JSON.parse(
    jupyterNotebook({ query: { kind: 'cohort', ...COHORT }, title: 'High mood', server: SERVER }),
  )
  expect(notebook).toMatchObject({ nbformat: 4, cells: [{ cell_type: 'markdown' }, { outputs: [] }, { outputs: [] }] })
  expect(notebook.cells[2].source).toContain('d.cohort(name="High mood").count()')
})

test('a Quarto document has two chunks of R', () => {
  const text = quartoDocument({ query: { kind: 'cohort', ...COHORT }, title: 'High mood', server: SERVER })
  expect(text).toMatch(/^---\ntitle: "High mood"\n---\n/)
  expect(text.match(/^```\{r\}$/gm)).toHaveLength(2)
})
