import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadInPython, loadInR } from '#server/modules/downloads/bundle/loading-snippets.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import { csvLine } from '#server/modules/downloads/stream/csv.ts'
import { PYTHON, R, type ScriptTool } from '#tests/support/script-tools.ts'

type Code = readonly [code: string, meaning: string, written?: string]

function column(name: string, dataType: string, ...codes: readonly Code[]): DescribedColumn {
  const described = codes.map(([code, meaning, written = code]) => ({ code, meaning, written }))
  return { name, dataType, form: 'f', section: '', question: '', note: '', codes: described, definition: null }
}

/** Every kind of variable, with missing cells, codes without meanings, and texts of any script. */
const COLUMNS = [
  column('individual_id', 'identifier'),
  column('AGE', 'numberrange'),
  column('GENDER', 'categorical', ['F', ''], ['M', '']),
  column('MOOD', 'categorical', ['1', 'Low'], ['01', 'Very low, "really"\n'], ['2', '']),
  column('TICKS', 'multicategory', ['a', 'Größe 😀'], ['b', '']),
  column('FLAG', 'dichotomous', ['1', 'Set']),
  column('SEEN', 'date'),
  column('BORN', 'fuzzydate'),
  column('NOTES', 'text'),
  column('WORDED', 'categorical', ['1', 'One', 'One']),
  column('NOTHING', 'null'),
  column('GROUP', 'categorical', ['old', 'From 44 on'], ['[UNK]', 'Unknown']),
  column('AGE_BEFORE', 'numberrange'),
]
const ROWS = [
  ['p1', '1.5', 'F', '01', 'a;b', '1', '2020-01-02', '1980-UU-UU', 'a;b, "c"', 'One', '', 'old', '7'],
  ['p2', '', 'M', '1', 'b;a;c', '', '', '', '', '', '', '[UNK]', '41'],
  ['p3', '-3', '', '2', '', '', '', '', 'NA', '', '', '', ''],
]
const WORDED = [
  [
    'p1',
    '1.5',
    'F',
    'Very low, "really"\n',
    'Größe 😀;b',
    'Set',
    '2020-01-02',
    '1980-UU-UU',
    'a;b, "c"',
    'One',
    '',
    'From 44 on',
    '7.0',
  ],
  ['p2', '', 'M', 'Low', 'b;Größe 😀;c', '', '', '', '', '', '', 'Unknown', '41.0'],
  ['p3', '-3.0', '', '2', '', '', '', '', 'NA', '', '', '', ''],
]

const VERSIONS = [
  ['AGE', 'AGE_BEFORE'],
  ['NOTES', 'MOOD'],
]
/** The newest version with an answer. */
const JOINED = [
  ['1.5', '41.0', '-3.0'],
  ['a;b, "c"', '1', 'NA'],
]

function runIn(tool: ScriptTool, script: string, columns: readonly DescribedColumn[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'))
  try {
    const names = columns.map(({ name }) => name)
    const places = names.map((name) => COLUMNS.findIndex((one) => one.name === name))
    const rows = ROWS.map((row) => places.map((place) => row[place] ?? ''))
    writeFileSync(join(folder, 'data.csv'), [names, ...rows].map(csvLine).join(''))
    writeFileSync(join(folder, 'load.R'), loadInR(columns, VERSIONS))
    writeFileSync(join(folder, 'load.py'), loadInPython(columns, VERSIONS))
    return tool.run(folder, script)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('omits codes without a label from mappings', () => {
  for (const script of [loadInR(COLUMNS, VERSIONS), loadInPython(COLUMNS, VERSIONS)]) {
    expect(script).not.toContain('"GENDER"')
    expect(script).not.toMatch(/" ?[:=] ""/)
  }
})

const IN_PYTHON = `
exec(open("load.py", encoding="utf-8").read())
import json
print(json.dumps([["" if pd.isna(cell) else str(cell) for cell in row] for row in zip(*(labelled(name) for name in data))]))`

test.runIf(PYTHON)('load.py labels every kind of variable and loses no value', () => {
  if (!PYTHON) return
  expect(JSON.parse(runIn(PYTHON, IN_PYTHON, COLUMNS))).toEqual(WORDED)
  expect(runIn(PYTHON, IN_PYTHON, COLUMNS.slice(0, 1))).toContain('p3')
})

const JOINED_IN_PYTHON = `
exec(open("load.py", encoding="utf-8").read())
import json
print(json.dumps([[str(cell) for cell in joined(name)] for name in ["AGE", "NOTES"]]))`

test.runIf(PYTHON)('load.py reads the versions of a question as one column', () => {
  if (!PYTHON) return
  expect(JSON.parse(runIn(PYTHON, JOINED_IN_PYTHON, COLUMNS))).toEqual(JOINED)
})

const IN_R = `
source("load.R", encoding = "UTF-8")
cells <- sapply(names(data), function(name) { cell <- labelled(name); ifelse(is.na(cell), "", as.character(cell)) })
cat(paste(utf8ToInt(enc2utf8(paste(t(cells), collapse = "\\u001f"))), collapse = " "))
cat("\\n", is.numeric(data[["AGE"]]))`

test.runIf(R)('load.R labels every kind of variable and loses no value', () => {
  if (!R) return
  const [signs = '', isNumeric = ''] = runIn(R, IN_R, COLUMNS).split('\n')
  const cells = String.fromCodePoint(...signs.trim().split(' ').map(Number)).split('\u001f')
  expect(cells).toEqual(WORDED.flat().map((cell) => cell.replace(/\.0$/, '')))
  expect(isNumeric.trim()).toBe('TRUE')
  expect(runIn(R, IN_R, COLUMNS.slice(0, 1))).toContain('FALSE')
})

const JOINED_IN_R = `
source("load.R", encoding = "UTF-8")
writeLines(as.character(joined("AGE")))
writeLines(joined("NOTES"))`

test.runIf(R)('load.R reads the versions of a question as one column', () => {
  if (!R) return
  const read = runIn(R, JOINED_IN_R, COLUMNS).trim().split('\n')
  expect(read).toEqual(JOINED.flat().map((cell) => cell.replace(/\.0$/, '')))
})
