import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { ImportRefused, problemLine } from '#server/modules/imports/source/problem.ts'
import { fuzzRuns, LONGEST_MILLISECONDS } from '#tests/support/fuzz-runs.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { lines, setUpImporting, type Files } from '#tests/support/importing.ts'

const { database } = setUpImporting()

/** One data set of each format. */
const WHOLE: readonly Files[] = [
  {
    'participants.tsv': lines('participant_id\tage\tsex', 'sub-1\t31\tF', 'sub-2\t8.5\tM', 'sub-3\tn/a\tF'),
    'participants.json': '{"age": {"Units": "years"}, "sex": {"Levels": {"F": "female", "M": "male"}}}',
    'phenotype/mood.tsv': lines('participant_id\tlow\tonset', 'sub-1\t1\t1990-01-02', 'sub-2\t-9\t19UU-UU-UU'),
    'phenotype/mood.json': '{"low": {"Description": "Felt low", "Levels": {"0": "No", "1": "Yes"}}}',
  },
  {
    'visit.csv': 'id,word,"a, b",note\r\na,Élan,1,"one ""two"""\r\nb,x,2,"three\nfour"\r\n',
    'dictionary.csv': 'variable,form,section,question,type,values\nword,visit,A,Which?,text,\n',
  },
  {
    'dictionary.csv': `"Variable / Field Name","Form Name","Section Header","Field Type","Field Label","Choices, Calculations, OR Slider Labels","Field Note","Text Validation Type OR Show Slider Number","Text Validation Min","Text Validation Max",Identifier?,"Branching Logic (Show field only if...)","Required Field?","Custom Alignment","Question Number (surveys only)","Matrix Group Name","Matrix Ranking?","Field Annotation"
record_id,intake,,text,Id,,,,,,,,,,,,,
smokes,intake,,radio,Smokes?,"0, No | 1, Yes",,,,,,,,,,,,
`,
    'records.csv': 'record_id,smokes\n1,0\n2,1\n',
  },
  { 'family.fam': 'F1 a 0 0 1 2\nF1 b 0 0 2 1\nF1 c a b 1 2\n', 'x.csv': 'id,v\na,1\nc,2\n' },
  { 'deep/form.json': '{"low": {"Description": "Felt low", "Levels": {"0": "No"}}}' },
]

const PIECES = [
  '"',
  '""',
  ',',
  '\t',
  '\n',
  '\r',
  '\0',
  '\ufeff',
  ';',
  '|',
  '=',
  '{',
  '}',
  '[',
  ':',
  'n/a',
  '-9',
  '1e999',
  'NaN',
]
const DAMAGED_BYTES = [0, 0x80, 0xc3, 0xfe, 0xff]

/** A file with random changes: insertions, deletions, duplicates, truncation. */
const change = fc.record({
  file: fc.nat(),
  position: fc.nat(),
  way: fc.constantFrom('insert', 'delete', 'repeat', 'cut', 'byte', 'swap'),
  piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 8 })),
  length: fc.integer({ min: 1, max: 40 }),
})
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

function changed(bytes: Buffer, { position, way, piece, length }: Change): Buffer {
  const place = position % (bytes.length + 1)
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
  switch (way) {
    case 'insert':
      return Buffer.concat([before, Buffer.from(piece), after])
    case 'delete':
      return Buffer.concat([before, after.subarray(length)])
    case 'repeat':
      return Buffer.concat([before, ...Array.from({ length }, () => after.subarray(0, length)), after])
    case 'cut':
      return before
    case 'byte':
      return Buffer.concat([before, Buffer.of(DAMAGED_BYTES[length % DAMAGED_BYTES.length] ?? 0), after])
    default:
      return Buffer.concat([after, before])
  }
}

function damage(files: Files, changes: readonly Change[]): Record<string, Uint8Array> {
  const damagedFiles: Record<string, Buffer> = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]),
  )
  const names = Object.keys(damagedFiles)
  for (const one of changes) {
    const name = names[one.file % names.length] ?? ''
    damagedFiles[name] = changed(damagedFiles[name] ?? Buffer.of(), one)
  }
  return damagedFiles
}

test('imports randomly damaged files or refuses them by file and line, and never hangs', async () => {
  const outcomes = { imported: 0, refused: 0 }
  let slowest = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...WHOLE),
      fc.array(change, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      async (files, changes, skipBadRows) => {
        const damagedFiles = damage(files, changes)
        const folder = temporaryFolder(damagedFiles)
        const begun = performance.now()
        try {
          await importFolder(database(), folder.path, { collection: 'ct', study: '1', skipBadRows, isDryRun: true })
          outcomes.imported++
        } catch (error) {
          if (!(error instanceof ImportRefused)) throw error
          for (const line of error.problems.map(problemLine)) expect(line).toMatch(/^\S[^\n]*$/)
          outcomes.refused++
        } finally {
          folder.remove()
        }
        slowest = Math.max(slowest, performance.now() - begun)
        expect(slowest).toBeLessThan(LONGEST_MILLISECONDS)
      },
    ),
    { numRuns: fuzzRuns(300), endOnFailure: true },
  )
  process.stdout.write(
    `Fuzzed: ${outcomes.imported + outcomes.refused} folders to import, ${outcomes.refused} refused, slowest ${Math.round(slowest)} ms\n`,
  )
  expect(Math.min(outcomes.imported, outcomes.refused)).toBeGreaterThan(10)
})
