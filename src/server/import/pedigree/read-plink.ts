import { undescribed, type ColumnDescription } from '#server/import/description.ts'
import { plainNumber } from '#server/import/plain-number.ts'
import { idOf, sexOfCell, type PedigreeRow } from '#server/import/pedigree/pedigree-row.ts'
import { problemAt, type Problem } from '#server/import/problem.ts'
import type { SourceForm, SourceRow } from '#server/import/source-form.ts'

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

/** A pedigree file as its reader found it, before it is held against itself and the rest of the data. */
export interface PedigreeFile {
  readonly rows: readonly PedigreeRow[]
  /** What it says of people besides; null where that is nothing. */
  readonly form: SourceForm | null
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/** Reads PLINK's .fam or .ped: family, id, father, mother, sex, phenotype, and in a .ped genotypes, which are left out. */
export function readPlink(file: string, text: string): PedigreeFile {
  const rows: PedigreeRow[] = []
  const answers: SourceRow[] = []
  const refused: Problem[] = []
  let hasGenotypes = false
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1
    const cells = content.trim().split(/\s+/)
    if (content.trim() === '' || content.startsWith('#')) continue
    const [family = '', individualId = '', father = '', mother = '', sex = '', phenotype = ''] = cells
    if (cells.length < COLUMNS) {
      refused.push(problemAt(file, line, `The row has ${cells.length} cells, a pedigree ${COLUMNS}.`))
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
    if (!MISSING.has(phenotype)) answers.push({ line, individualId, cells: [phenotype] })
  }
  const notes = hasGenotypes ? [problemAt(file, null, 'Its genotypes were left out.')] : []
  return { rows, form: answers.length === 0 ? null : formOf(file, answers), refused, notes }
}

/** A phenotype is 1 or 2, or else a measurement. */
function formOf(file: string, rows: readonly SourceRow[]): SourceForm {
  const isCoded = rows.every(({ cells }) => AFFECTED.levels.has(String(plainNumber(cells[0] ?? ''))))
  const name = isCoded ? 'AFFECTED' : 'PHENOTYPE'
  return {
    file,
    instrument: file.replace(/\.[^.]*$/, ''),
    title: 'Pedigree',
    isParticipants: false,
    columns: [{ name, description: isCoded ? AFFECTED : undescribed(name) }],
    rows,
  }
}
