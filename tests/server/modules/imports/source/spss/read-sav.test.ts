import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemLine } from '#server/modules/imports/source/problem.ts'
import { readSav } from '#server/modules/imports/source/spss/read-sav.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { cellsOf, refusalOf } from '#tests/support/read-table.ts'
import { savFile, type SavColumn, type SavContent } from '#tests/support/sav-file.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

async function readBytes(bytes: Uint8Array): Promise<DelimitedTable> {
  const path = join(folder.path, 'study.sav')
  writeFileSync(path, bytes)
  return readSav('study.sav', path)
}

function problemsOf(bytes: Uint8Array): Promise<string[]> {
  return refusalOf(readBytes(bytes))
}

const DAY = 86_400
/** 1 February 1990 in seconds since 14 October 1582. */
const FEBRUARY = (Date.UTC(1990, 1, 1) - Date.UTC(1582, 9, 14)) / 1000

const STUDY: SavContent = {
  columns: [
    { name: 'subject_id', width: 12, label: 'Who it is' },
    { name: 'AGE', label: 'Age in years', missing: [999, -9] },
    {
      name: 'Stimmung',
      label: 'Wie geht es Ihnen? äöü',
      levels: [
        [1, 'Gut'],
        [2, 'Schlecht'],
        [99, 'Verweigert'],
      ],
      missingRange: [90, 99],
    },
    { name: 'note', width: 600 },
    {
      name: 'arm_code',
      width: 10,
      levels: [
        ['treatment', 'Drug'],
        ['placebo', 'None'],
      ],
      missing: ['lost'],
    },
    { name: 'born', format: 20 },
  ],
  cases: [
    ['s1', 31, 1, 'é'.repeat(299), 'treatment', FEBRUARY],
    ['s2', 999, 99, '', 'lost', null],
    ['s3', 0.1, 95, ' two  ', 'placebo', FEBRUARY + 17 * DAY],
  ],
}

describe.each([
  ['LE', 'none'],
  ['LE', 'bytecode'],
  ['LE', 'zlib'],
  ['BE', 'none'],
  ['BE', 'bytecode'],
] as const)('a file of %s numbers, compression %s', (endian, compression) => {
  test('gives its cases as texts', async () => {
    const table = await readBytes(savFile({ ...STUDY, endian, compression }))
    expect(table.header).toEqual(['subject_id', 'AGE', 'Stimmung', 'note', 'arm_code', 'born'])
    expect(cellsOf(table)).toEqual([
      ['s1', '31', '1', 'é'.repeat(299), 'treatment', '1990-02-01'],
      ['s2', '999', '99', '', 'lost', ''],
      ['s3', '0.1', '95', ' two', 'placebo', '1990-02-18'],
    ])
    expect(table.rows.map(({ line }) => line)).toEqual([1, 2, 3])
    expect(table.remarks).toEqual([])
  })

  test('describes its variables', async () => {
    const { descriptions } = await readBytes(savFile({ ...STUDY, endian, compression }))
    const partsOf = (name: string) => {
      const { question, levels, missing } = descriptions?.get(name) ?? {}
      return { question, levels: Object.fromEntries(levels ?? []), missing }
    }
    expect(partsOf('AGE')).toEqual({ question: 'Age in years', levels: {}, missing: ['999', '-9'] })
    expect(partsOf('Stimmung')).toEqual({
      question: 'Wie geht es Ihnen? äöü',
      levels: { 1: 'Gut', 2: 'Schlecht', 99: 'Verweigert' },
      missing: ['99', '95'],
    })
    expect(partsOf('arm_code')).toEqual({
      question: 'arm_code',
      levels: { treatment: 'Drug', placebo: 'None' },
      missing: ['lost'],
    })
  })
})

describe('values', () => {
  const textsOf = async (format: number, values: readonly number[]) =>
    cellsOf(
      await readBytes(savFile({ columns: [{ name: 'x', format }], cases: values.map((value) => [value]) })),
    ).flat()

  test.each([
    [
      'number',
      5,
      [0, -0, 1 / 3, 1e-9, 2 ** 53, -12.5],
      ['0', '0', '0.3333333333333333', '1e-9', '9007199254740992', '-12.5'],
    ],
    [
      'date',
      20,
      [FEBRUARY, FEBRUARY + 3_661, 0, 1e20],
      ['1990-02-01', '1990-02-01 01:01:01', '1582-10-14', '100000000000000000000'],
    ],
    ['date and time', 22, [FEBRUARY, FEBRUARY + 3_661.25], ['1990-02-01 00:00:00', '1990-02-01 01:01:01.25']],
    ['month and year', 28, [FEBRUARY, FEBRUARY + DAY], ['1990-02', '1990-02-02']],
    ['time', 21, [3_661, 0, -90, 30 * 3_600 + 0.5], ['01:01:01', '00:00:00', '-00:01:30', '30:00:00.5']],
    ['day of the week', 26, [2], ['2']],
  ])('writes a %s', async (_, format, values, texts) => {
    expect(await textsOf(format, values)).toEqual(texts)
  })

  test('reads a scale whose ends have labels as a number', async () => {
    const column: SavColumn = {
      name: 'pain',
      levels: [
        [0, 'None'],
        [10, 'Worst'],
      ],
      measure: 3,
    }
    const typeOf = async (cases: number[], measure: 1 | 3) => {
      const { descriptions } = await readBytes(
        savFile({ columns: [{ ...column, measure }], cases: cases.map((value) => [value]) }),
      )
      return descriptions?.get('pain')?.dataType
    }
    expect(await typeOf([0, 4, 10], 3)).toBe('numberrange')
    expect(await typeOf([0, 4, 10], 1)).toBeNull()
    expect(await typeOf([0, 10], 3)).toBeNull()
  })
})

describe('encodings', () => {
  const named = (encoding: string | null): SavContent => ({
    columns: [
      { name: 'id', width: 4 },
      { name: 'größe', label: 'Größe' },
    ],
    cases: [['Zoë', 1]],
    encoding,
  })

  test.each(['UTF-8', 'windows-1252', 'WINDOWS-1252', null])('reads %s', async (encoding) => {
    const table = await readBytes(savFile(named(encoding)))
    expect(table.header).toEqual(['id', 'größe'])
    expect(table.descriptions?.get('größe')?.question).toBe('Größe')
    expect(cellsOf(table)).toEqual([['Zoë', '1']])
  })

  test('refuses an encoding that it does not know', async () => {
    expect(await problemsOf(savFile(named('klingon')))).toEqual([
      'study.sav: The texts of this SPSS file are in klingon, which is not read: save it in UTF-8.',
    ])
  })

  test('counts texts with bytes outside the encoding', async () => {
    const bytes = savFile({ columns: [{ name: 'id', width: 4 }], cases: [['Zoë'], ['Ann']] })
    bytes[bytes.indexOf(Buffer.from('Zoë')) + 2] = 0xff
    const { remarks = [] } = await readBytes(bytes)
    expect(remarks.map(problemLine)).toEqual([
      'study.sav: id: 1 text with bytes that are not utf-8; they were read as "\uFFFD".',
    ])
  })
})

describe('damaged files', () => {
  test('says that it is another file', async () => {
    expect(await problemsOf(Buffer.from('id,age\n'.repeat(50)))).toEqual([
      'study.sav: This is no SPSS system file: it does not begin with $FL2 or $FL3.',
    ])
    expect(await problemsOf(Buffer.alloc(0))).toEqual([
      'study.sav: This SPSS file is damaged: it ends inside its dictionary.',
    ])
  })

  test('names the case after which the file is cut', async () => {
    const whole = savFile({ ...STUDY, compression: 'none' })
    expect(await problemsOf(whole.subarray(0, -8))).toEqual([
      'study.sav: This SPSS file is damaged after case 2 of 3: it ends inside a case.',
    ])
    expect(await problemsOf(savFile({ ...STUDY, casesInHeader: 4 }))).toEqual([
      'study.sav: This SPSS file is damaged after case 3 of 4: the others are not there.',
    ])
  })

  test('reads cases beyond the number in the header, and says so', async () => {
    const { rows, remarks = [] } = await readBytes(savFile({ ...STUDY, casesInHeader: 1 }))
    expect(rows).toHaveLength(3)
    expect(remarks.map(problemLine)).toEqual(['study.sav: The file says that it has 1 case; 3 were read.'])
    expect((await readBytes(savFile({ ...STUDY, casesInHeader: -1 }))).remarks).toEqual([])
  })

  test('refuses a cut at any byte', async () => {
    for (const compression of ['none', 'bytecode', 'zlib'] as const) {
      const whole = savFile({ ...STUDY, compression })
      for (let length = 0; length < whole.length - 8; length += 13) {
        expect(await problemsOf(whole.subarray(0, length)), `${compression} ${length}`).toHaveLength(1)
      }
    }
  })

  test('refuses or reads any changed bytes, quickly', async () => {
    const files = (['none', 'bytecode', 'zlib'] as const).map((compression) => savFile({ ...STUDY, compression }))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 127, 255), fc.nat(255))), {
          minLength: 1,
          maxLength: 8,
        }),
        async (file, changes) => {
          const bytes = Buffer.from(file)
          for (const [place, byte] of changes) bytes[place % bytes.length] = byte
          const begin = performance.now()
          await readBytes(bytes).catch((error: unknown) => {
            if (!(error instanceof ImportRefused)) throw error
          })
          expect(performance.now() - begin).toBeLessThan(2_000)
        },
      ),
      { numRuns: fuzzRuns(300) },
    )
  })
})

test('reads generated files back cell by cell', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((written) => written.replaceAll('\0', '').trimEnd())
  const number = fc.oneof(fc.integer({ min: -120, max: 180 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  const column = fc.constantFrom(0, 1, 8, 9, 40, 255, 256, 300, 1_000)
  const content = fc.array(column, { minLength: 1, maxLength: 12 }).chain((widths) =>
    fc.record({
      columns: fc.constant(widths.map((width, place): SavColumn => ({ name: `variable_${place}`, width }))),
      cases: fc.array(
        fc.tuple(
          ...widths.map((width) =>
            width === 0
              ? fc.option(number)
              : text.map((written) => (Buffer.byteLength(written) > width ? 'x'.repeat(width) : written)),
          ),
        ),
        { maxLength: 20 },
      ),
      endian: fc.constantFrom('LE' as const, 'BE' as const),
      compression: fc.constantFrom('none' as const, 'bytecode' as const),
    }),
  )
  await fc.assert(
    fc.asyncProperty(content, async (written) => {
      const table = await readBytes(savFile(written))
      expect(cellsOf(table)).toEqual(
        written.cases.map((cells) =>
          cells.map((cell) => (cell === null || cell === -Number.MAX_VALUE ? '' : String(cell === 0 ? 0 : cell))),
        ),
      )
    }),
    { numRuns: fuzzRuns(100) },
  )
})
