import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt, ProblemCollector } from '#server/modules/imports/source/problem.ts'
import { readSheet } from '#server/modules/imports/source/xlsx/read-sheet.ts'
import { openWorkbook } from '#server/modules/imports/source/xlsx/workbook-package.ts'
import { readWorkbook, type Sheet } from '#server/modules/imports/source/xlsx/workbook-parts.ts'

/**
 * Reads the sheets of a workbook (Office Open XML, ECMA-376). A single sheet is the table of the file; of several each
 * is a table `study.xlsx/visit`. Hidden and empty sheets are left out, and named.
 */
export async function readXlsx(file: string, path: string, watch?: Watch): Promise<DelimitedTable[]> {
  const refuse = (text: string): never => {
    throw new ImportRefused([problemAt(file, null, text)])
  }
  const archive = await openWorkbook(file, path, watch)
  try {
    const workbook = await readWorkbook(archive, refuse)
    const shown: Sheet[] = []
    const left: string[] = []
    for (const sheet of workbook.sheets) {
      if (sheet.isHidden) left.push(`the hidden sheet ${sheet.name}`)
      else if (await hasValues(archive.read(sheet.part))) shown.push(sheet)
      else left.push(`the empty sheet ${sheet.name}`)
    }
    const problems = new ProblemCollector()
    const tables: DelimitedTable[] = []
    for (const { name, part } of shown) {
      const called = shown.length === 1 ? file : `${file}/${name}`
      const table = await problems.attemptAsync(() => readSheet(called, archive.read(part), workbook))
      if (table !== null) tables.push(table)
    }
    problems.throwIfAny()
    const [first, ...others] = tables
    if (!first) return refuse('This workbook has no sheet with cells.')
    const words = left.map((sheet) => problemAt(file, null, `Left out: ${sheet}.`))
    return [{ ...first, remarks: [...words, ...(first.remarks ?? [])] }, ...others]
  } finally {
    archive.close()
  }
}

const A_VALUE = /<(?:\w+:)?(?:v|is|f)[\s>]/
const TAG_BYTES = 64

/** Whether a sheet has a cell with a value or a formula: reads up to the first. */
async function hasValues(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  let end = ''
  for await (const chunk of chunks) {
    const text = end + chunk.toString('latin1')
    if (A_VALUE.test(text)) return true
    end = text.slice(-TAG_BYTES)
  }
  return false
}
