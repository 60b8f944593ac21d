import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { spssNames, spssSyntax } from '#server/modules/downloads/bundle/spss-syntax.ts'
import type { DescribedColumn } from '#server/modules/downloads/dictionaries/columns.ts'
import { csvLine } from '#server/modules/downloads/stream/csv.ts'
import { PSPP } from '#tests/support/script-tools.ts'

type Code = readonly [code: string, meaning: string, written?: string]

function column(name: string, dataType: string, question = '', ...codes: readonly Code[]): DescribedColumn {
  const described = codes.map(([code, meaning, written = code]) => ({ code, meaning, written }))
  return { name, dataType, form: 'f', section: '', question, note: '', codes: described, definition: null }
}

/** The text of literals as SPSS reads them: joined by +, with doubled quotes. */
function textIn(literals: string): string {
  return Array.from(literals.matchAll(/'((?:[^']|'')*)'/g), ([, piece = '']) => piece.replaceAll("''", "'")).join('')
}

const text = fc.string({ unit: fc.constantFrom('a', 'ß', '😀', "'", '"', ' ', '\n', '.', '/', '+'), maxLength: 400 })

test('labels of any text are quoted, within the limits of SPSS', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (question, meaning) => {
      const syntax = await spssSyntax('a.csv', [column('MOOD', 'categorical', question, ['1', meaning], ['2', 'x'])])
      for (const line of syntax.split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(256)
      const label = /VARIABLE LABELS MOOD\n([^]*?)\.\n(?=VALUE|VARIABLE|\*)/.exec(syntax)?.[1] ?? ''
      const wholeLabel = question.replaceAll(/\s+/g, ' ').trim()
      expect(wholeLabel.startsWith(textIn(label))).toBe(true)
      expect(Buffer.byteLength(textIn(label))).toBeLessThanOrEqual(255)
      if (Buffer.byteLength(wholeLabel) <= 255) expect(textIn(label)).toBe(wholeLabel)
      const value = /VALUE LABELS MOOD\n(?: {2}1 ([^]*?)\n)? {2}2 'x'\.\n/.exec(syntax)?.[1] ?? ''
      const wholeMeaning = meaning.replaceAll(/\s+/g, ' ').trim()
      expect(wholeMeaning.startsWith(textIn(value))).toBe(true)
      if (Buffer.byteLength(wholeMeaning) <= 120) expect(textIn(value)).toBe(wholeMeaning)
    }),
  )
})

test('names begin with a letter, have at most 64 bytes, are no words of the syntax, and differ', () => {
  const long = 'Ä'.repeat(40)
  expect(spssNames(['AGE', '_1ST', 'TO', 'with', 'a b', 'A_B', long, `${long}X`])).toEqual([
    'AGE',
    'V_1ST',
    'TO_1',
    'with_1',
    'a_b',
    'A_B_2',
    'Ä'.repeat(32),
    `${'Ä'.repeat(31)}_2`,
  ])
})

test('types, labels and missing values are those of the dictionary', async () => {
  const syntax = await spssSyntax("it's.csv", [
    column('individual_id', 'identifier', 'Id of the individual'),
    column('AGE', 'numberrange', "What's your age?"),
    column('MOOD', 'categorical', 'Mood', ['1', 'Low'], ['-2', "Don't know"], ['3', '']),
    column('SITE', 'categorical', '', ['01', 'Oslo']),
    column('TICKS', 'multicategory', 'Signs', ['a', 'Sleep']),
    column('SEEN', 'date', 'Seen'),
    column('BORN', 'fuzzydate', 'Born'),
    column('WORDED', 'categorical', '', ['1', 'One', 'One']),
    column('GROUP', 'categorical', '', ['old', 'From 44 on'], ['[UNK]', 'Unknown']),
  ])
  expect(syntax).toContain("/FILE='it''s.csv'")
  const formats = /\/VARIABLES=\n([^]*?)\.\n/
    .exec(syntax)?.[1]
    ?.split('\n')
    .map((line) => line.trim())
  expect(formats).toEqual([
    'individual_id A32767',
    'AGE F16.0',
    'MOOD F10.0',
    'SITE A64',
    'TICKS A32767',
    'SEEN SDATE10',
    'BORN A32767',
    'WORDED A32767',
    'GROUP A64',
  ])
  expect(syntax).toContain("VARIABLE LABELS AGE\n  'What''s your age?'.")
  expect(syntax).toContain("VALUE LABELS MOOD\n  1 'Low'\n  -2 'Don''t know'.")
  expect(syntax).toContain("VALUE LABELS SITE\n  '01' 'Oslo'.")
  expect(syntax).toContain("MISSING VALUES SITE (' ').")
  expect(syntax).toContain("MISSING VALUES GROUP (' ', '[UNK]').")
  expect(syntax).not.toContain('VALUE LABELS WORDED')
  expect(syntax).toContain('(A=AMIN)')
})

test.runIf(PSPP)('PSPP reads each cell of the file, and its labels', async () => {
  const columns = [
    column('individual_id', 'identifier', 'Id'),
    column('AGE', 'numberrange', 'What\'s "your" age? Größe 😀'.repeat(9)),
    column('MOOD', 'categorical', 'Mood', ['1', "Don't"], ['2', 'x'.repeat(200)]),
    column('SITE', 'categorical', 'Site', ['01', 'Oslo'], ["b'c", 'It is b']),
    column('SEEN', 'date', 'Seen'),
    column('NOTES', 'text', 'Notes'),
  ]
  const rows = [
    ['p1', '1.5', '1', '01', '2020-01-02', 'a;b, "c"'],
    ['p2', '', '2', "b'c", '', ''],
    ['p3', '-1000000', '', '', '1999-12-31', 'Zoë'],
  ]
  const folder = mkdtempSync(join(tmpdir(), 'spss-'))
  try {
    const names = columns.map(({ name }) => name)
    writeFileSync(join(folder, 'a.csv'), [names, ...rows].map(csvLine).join(''))
    // PSPP 1 has no ALTER TYPE.
    const syntax = (await spssSyntax('a.csv', columns)).replace(/ALTER TYPE[^]*?\(A=AMIN\)\.\n/, '')
    const saved = "SAVE TRANSLATE /OUTFILE='b.csv' /TYPE=CSV /FIELDNAMES /CELLS=VALUES.\nDISPLAY DICTIONARY.\n"
    writeFileSync(join(folder, 'load.sps'), `${syntax}${saved}`)
    const shown = PSPP?.run(folder, 'load.sps') ?? ''
    expect(shown).not.toMatch(/error|warning/i)
    const written: string[][] = parse(readFileSync(join(folder, 'b.csv'), 'utf8'), { relax_column_count: true })
    expect(written.slice(1).map((cells) => cells.map((cell) => cell.trim()))).toEqual([
      ['p1', '1.5', '1', '01', '01/02/2020', 'a;b, "c"'],
      ['p2', '', '2', "b'c", '', ''],
      ['p3', '-1000000', '', '', '12/31/1999', 'Zoë'],
    ])
    for (const label of ["Don't", 'Oslo', 'It is b', "What's"]) expect(shown).toContain(label)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
