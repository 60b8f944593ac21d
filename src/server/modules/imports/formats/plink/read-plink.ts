import { plainNumber } from '#domain/data-types/number.ts'
import type { ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import {
  idOf,
  sexOfCell,
  type PedigreeRow,
  familyWords,
} from '#server/modules/imports/formats/pedigree/pedigree-rows.ts'
import { readBlocks } from '#server/modules/imports/source/decode-text.ts'
import { problemAt, type Problem, isPresent, ProblemCollector } from '#server/modules/imports/source/problem.ts'
import type { TextBlocks } from '#server/modules/imports/source/read-records.ts'
import {
  undescribed,
  type ColumnDescription,
  type SourceForm,
  type SourceRow,
} from '#server/modules/imports/source/source-form.ts'

const COLUMNS = 6
const AFFECTED: ColumnDescription = {
  ...undescribed('AFFECTED'),
  question: 'Is the person affected, as the pedigree file has it?',
  levels: new Map([
    ['1', 'No'],
    ['2', 'Yes'],
  ]),
}
const MISSING = new Set(['0', '-9', 'NA'])

/** A pedigree file as read, before the checks against itself and the data set. */
interface PedigreeFile {
  readonly rows: readonly PedigreeRow[]
  /** The phenotype column as a form; null if it is empty. */
  readonly form: SourceForm | null
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/** PLINK's .fam and .ped. */
export const PLINK: ImportFormat = {
  detect: ({ plink }) => plink.size > 0,
  read: async ({ plink }, { watch, refuseRelative }) => {
    const problems = new ProblemCollector()
    const families: PedigreeFile[] = []
    for (const [file, path] of plink) {
      const family = await problems.attemptAsync(() => readPlink(file, readBlocks(file, path, watch), refuseRelative))
      if (family !== null) families.push(family)
    }
    problems.throwIfAny()
    return {
      forms: families.map(({ form }) => form).filter(isPresent),
      pedigree: families.flatMap(({ rows }) => rows),
      listsParticipants: false,
      isCatalogAlone: false,
      refused: families.flatMap(({ refused }) => refused),
      notes: families.flatMap(({ notes }) => notes),
    }
  },
}

/** Reads PLINK's .fam or .ped: family, id, father, mother, sex, phenotype. Genotypes of a .ped are ignored. */
async function readPlink(
  file: string,
  blocks: TextBlocks,
  refuse: (individualId: string) => string | null,
): Promise<PedigreeFile> {
  const rows: PedigreeRow[] = []
  const answers: SourceRow[] = []
  const phenotypes: string[] = []
  const refused: Problem[] = []
  let hasGenotypes = false
  let line = 0
  for await (const content of linesOf(blocks)) {
    line++
    const cells = content.trim().split(/\s+/, COLUMNS + 1)
    if (content.trim() === '' || content.startsWith('#')) continue
    const [family = '', individualId = '', father = '', mother = '', sex = '', phenotype = ''] = cells
    if (cells.length < COLUMNS) {
      refused.push(problemAt(file, line, `The row has ${cells.length} cells, a pedigree ${COLUMNS}.`))
      continue
    }
    const reason = refuse(individualId)
    if (reason !== null) {
      refused.push(problemAt(file, line, reason))
      continue
    }
    hasGenotypes ||= cells.length > COLUMNS
    rows.push({
      file,
      line,
      individualId,
      familyId: idOf(family),
      fatherId: idOf(father),
      motherId: idOf(mother),
      sex: sexOfCell(sex),
    })
    if (MISSING.has(phenotype)) continue
    answers.push({ line, individualId, offset: phenotypes.length })
    phenotypes.push(phenotype)
  }
  const notes = [
    problemAt(file, null, `${familyWords(rows)}.`),
    ...(hasGenotypes ? [problemAt(file, null, 'Its genotypes were left out.')] : []),
  ]
  return { rows, form: answers.length === 0 ? null : formOf(file, answers, phenotypes), refused, notes }
}

/** A phenotype is 1 or 2, or else a quantitative trait. */
function formOf(file: string, rows: readonly SourceRow[], phenotypes: readonly string[]): SourceForm {
  const isCoded = phenotypes.every((phenotype) => AFFECTED.levels.has(String(plainNumber(phenotype))))
  const name = isCoded ? 'AFFECTED' : 'PHENOTYPE'
  return {
    file,
    instrument: file.replace(/\.[^.]*$/, ''),
    title: 'Pedigree',
    isParticipants: false,
    columns: [{ name, description: isCoded ? AFFECTED : undescribed(name) }],
    rows,
    cell: (offset) => phenotypes[offset] ?? '',
  }
}

async function* linesOf(blocks: TextBlocks): AsyncGenerator<string, undefined> {
  for await (const block of blocks) {
    // A block ends at a line end, so its last line is complete.
    const text = block.toString('utf8').replace(/^\uFEFF/, '')
    yield* text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/)
  }
}
