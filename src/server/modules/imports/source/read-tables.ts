import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import { readDelimited, readPlinkTable, type DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { readParquet } from '#server/modules/imports/source/read-parquet.ts'
import { readSav } from '#server/modules/imports/source/spss/read-sav.ts'
import { readXlsx } from '#server/modules/imports/source/xlsx/read-xlsx.ts'

/** Reads the tables of a file by its extension: a workbook has one for each sheet. */
export async function readTables(file: string, path: string, watch?: Watch): Promise<readonly DelimitedTable[]> {
  if (/\.z?sav$/i.test(file)) return [await readSav(file, path, watch)]
  if (/\.xls[xm]$/i.test(file)) return readXlsx(file, path, watch)
  if (/\.parquet$/i.test(file)) return [await readParquet(file, path, watch)]
  if (/\.(?:pheno|cov)$/i.test(file)) return [await readPlinkTable(file, path, watch)]
  return [await readDelimited(file, path, watch)]
}
