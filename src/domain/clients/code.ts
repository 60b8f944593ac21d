/** What a pane shows, as programs ask for it. */
export type CodeQuery =
  | { readonly kind: 'cohort'; readonly name: string; readonly id: number }
  /** Not saved yet. */
  | { readonly kind: 'expression'; readonly expression: string; readonly rules: object }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'search'; readonly words: string }
  | { readonly kind: 'table'; readonly cohorts: readonly Saved[]; readonly variables: readonly string[] }
  | { readonly kind: 'download'; readonly cohort: Saved; readonly set: string }

interface Saved {
  readonly name: string
  readonly id: number
}

export const CODE_LANGUAGES = ['terminal', 'curl', 'python', 'r'] as const
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]

/** The lines that ask for what a pane shows; null where the language has no such request. */
export function codeOf(query: CodeQuery, language: CodeLanguage, server: string): string | null {
  switch (language) {
    case 'terminal':
      return terminalCode(query)
    case 'curl':
      return curlCode(query, server)
    case 'python':
      return `from diver import Diver\n\nd = Diver(${quoted(server)})\n${pythonCode(query)}\n`
    case 'r':
      return `source("diver.R")\n\nd <- diver(${quoted(server)})\n${rCode(query)}\n`
  }
}

/** A text of Python and of R: both read the escapes of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text)
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function terminalCode(query: CodeQuery): string | null {
  switch (query.kind) {
    case 'cohort':
      return `diver count ${inShell(`in "${query.name}"`)}\n`
    case 'expression':
      return `diver count ${inShell(query.expression)}\n`
    case 'variable':
      return `diver search ${inShell(query.name)} --limit 1\n`
    case 'search':
      return `diver search ${inShell(query.words)}\n`
    case 'download':
      return `diver download ${inShell(query.cohort.name)} ${inShell(query.set)} -o download.csv\n`
    case 'table':
      return null
  }
}

function curlCode(query: CodeQuery, server: string): string | null {
  const get = (path: string) =>
    `curl -fsS -H "Authorization: Bearer $DIVER_TOKEN" ${inShell(`${server}/api/v0${path}`)}\n`
  const post = (path: string, body: unknown) =>
    get(path).replace('" ', `" -H 'Content-Type: application/json' -d ${inShell(JSON.stringify(body))} `)
  switch (query.kind) {
    case 'cohort':
      return get(`/cohort/info?cohortid=${query.id}`)
    case 'expression':
      return post('/cohort/rules/preview', { parent_id: 1, rules: query.rules })
    case 'variable':
      return post('/variable/lookup', { variable_names: [query.name] })
    case 'search':
      return post('/variable/search', { searchstring: query.words, searchtype: 'question', limit: 20 })
    case 'table':
      return post('/cohort/describe', { cohortids: query.cohorts.map(({ id }) => id), variable_names: query.variables })
    case 'download':
      return null
  }
}

function pythonCode(query: CodeQuery): string {
  const cohort = ({ name }: Saved) => `d.cohort(name=${quoted(name)})`
  switch (query.kind) {
    case 'cohort':
      return `print(${cohort(query)}.count())`
    case 'expression':
      return `print(d.cohort(${quoted(query.expression)}).count())`
    case 'variable':
      return `print(d.variable(${quoted(query.name)}))`
    case 'search':
      return `print(d.search(${quoted(query.words)}))`
    case 'table': {
      const [first, ...others] = query.cohorts.map(cohort)
      return `print(${first}.table1(${[`[${query.variables.map(quoted).join(', ')}]`, ...others].join(', ')}))`
    }
    case 'download':
      return `rows = ${cohort(query.cohort)}.download(${quoted(query.set)})\nprint(len(rows))`
  }
}

function rCode(query: CodeQuery): string {
  const cohort = ({ name }: Saved) => `cohort(d, name = ${quoted(name)})`
  switch (query.kind) {
    case 'cohort':
      return `print(count(${cohort(query)}))`
    case 'expression':
      return `print(count(cohort(d, ${quoted(query.expression)})))`
    case 'variable':
      return `print(diver_variables(d, ${quoted(query.name)}))`
    case 'search':
      return `print(diver_search(d, ${quoted(query.words)}))`
    case 'table': {
      const [first, ...others] = query.cohorts.map(cohort)
      return `print(table1(${[first, `c(${query.variables.map(quoted).join(', ')})`, ...others].join(', ')}))`
    }
    case 'download':
      return `rows <- download(${cohort(query.cohort)}, ${quoted(query.set)})\nprint(nrow(rows))`
  }
}

interface Notebook {
  readonly query: CodeQuery
  readonly title: string
  readonly server: string
}

const TOKEN_NOTE = 'It reads the access token of DIVER_TOKEN or of `diver login`: write none into this notebook.'

function getClient(server: string, file: string): string {
  return `${server}/clients/${file}`
}

/** A Jupyter notebook (nbformat 4.5) in Python. */
export function jupyterNotebook({ query, title, server }: Notebook): string {
  const fetched = `import urllib.request\n\nurllib.request.urlretrieve(${quoted(getClient(server, 'diver.py'))}, "diver.py")`
  const cells = [
    { cell_type: 'markdown', source: `# ${title}\n\n${TOKEN_NOTE}` },
    { cell_type: 'code', source: fetched },
    { cell_type: 'code', source: codeOf(query, 'python', server) ?? '' },
  ]
  const notebook = {
    cells: cells.map(({ cell_type, source }, place) => ({
      cell_type,
      id: `cell-${place}`,
      metadata: {},
      source: source.trimEnd(),
      ...(cell_type === 'code' && { execution_count: null, outputs: [] }),
    })),
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
    nbformat: 4,
    nbformat_minor: 5,
  }
  return `${JSON.stringify(notebook, null, 1)}\n`
}

/** A Quarto document in R. */
export function quartoDocument({ query, title, server }: Notebook): string {
  const fetched = `download.file(${quoted(getClient(server, 'diver.R'))}, "diver.R", quiet = TRUE)`
  const chunk = (code: string) => `\`\`\`{r}\n${code.trimEnd()}\n\`\`\``
  const code = codeOf(query, 'r', server) ?? ''
  return ['---', `title: ${quoted(title)}`, '---', '', TOKEN_NOTE, '', chunk(fetched), '', chunk(code), ''].join('\n')
}
