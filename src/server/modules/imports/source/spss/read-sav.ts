import { countOf } from '#domain/numbers.ts'
import { openBinary } from '#server/modules/imports/source/byte-reader.ts'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import { createTableBuilder, type DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { problemAt } from '#server/modules/imports/source/problem.ts'
import { undescribed, type ColumnDescription } from '#server/modules/imports/source/source-form.ts'
import { readCases } from '#server/modules/imports/source/spss/sav-cases.ts'
import {
  readSavDictionary,
  type SavDictionary,
  type SavVariable,
} from '#server/modules/imports/source/spss/sav-dictionary.ts'
import { REPLACEMENT } from '#server/modules/imports/source/spss/sav-encoding.ts'
import { readDouble } from '#server/modules/imports/source/spss/sav-records.ts'
import { numberText } from '#server/modules/imports/source/spss/spss-values.ts'

/** Reads an SPSS system file (.sav or .zsav). The line of a row is the number of its case. */
export async function readSav(file: string, path: string, watch?: Watch): Promise<DelimitedTable> {
  const source = await openBinary(path, watch)
  try {
    const dictionary = await readSavDictionary(file, source)
    const columns = dictionary.variables.map((variable) => createColumn(variable, dictionary))
    const builder = createTableBuilder(
      file,
      1,
      dictionary.variables.map(({ name }) => name),
    )
    let cases = 0
    await readCases(file, source, dictionary, (bytes) => {
      cases++
      builder.add(
        cases,
        columns.map((column) => column.read(bytes)),
      )
    })
    const table = builder.table()
    const names = dictionary.variables.map(({ name }) => name)
    return {
      ...table,
      descriptions: new Map(columns.map((column, place) => [names[place] ?? '', column.describe()])),
      remarks: [
        ...columns.flatMap((column) => column.remarks()).map((text) => problemAt(file, null, text)),
        ...(dictionary.cases === null || dictionary.cases === cases
          ? []
          : [
              problemAt(
                file,
                null,
                `The file says that it has ${countOf(dictionary.cases, 'case')}; ${cases} were read.`,
              ),
            ]),
      ],
    }
  } finally {
    await source.close()
  }
}

interface Column {
  readonly read: (bytes: Buffer) => string
  /** Call after the last case: it depends on the values that occur. */
  readonly describe: () => ColumnDescription
  readonly remarks: () => string[]
}

function createColumn(variable: SavVariable, dictionary: SavDictionary): Column {
  return variable.kind === null
    ? createTextColumn(variable, dictionary)
    : createNumberColumn(variable, variable.kind, dictionary)
}

function createNumberColumn(
  variable: SavVariable,
  kind: NonNullable<SavVariable['kind']>,
  { endian, systemMissing }: SavDictionary,
): Column {
  const { levels, missingRange, isScale } = variable
  const start = variable.segments[0]?.start ?? 0
  const missing = new Set(variable.missing)
  const isInRange = (value: number) => missingRange !== null && value >= missingRange.low && value <= missingRange.high
  if (kind === 'number') for (const code of levels.keys()) if (isInRange(Number(code))) missing.add(code)
  let isPartlyLabelled = false
  return {
    read: (bytes) => {
      const value = readDouble(bytes, start, endian)
      if (value === systemMissing) return ''
      const text = numberText(value, kind)
      if (isInRange(value)) missing.add(text)
      else if (isScale && levels.size > 0 && !levels.has(text) && !missing.has(text)) isPartlyLabelled = true
      return text
    },
    describe: () => ({
      ...described(variable, missing),
      // A scale whose ends have labels is a number.
      dataType: isPartlyLabelled && kind === 'number' ? 'numberrange' : null,
    }),
    remarks: () => [],
  }
}

function createTextColumn(variable: SavVariable, { text }: SavDictionary): Column {
  const { name, segments } = variable
  const [{ start, length } = { start: 0, length: 0 }, next] = segments
  let invalid = 0
  return {
    read: (bytes) => {
      const answer = next
        ? text.read(Buffer.concat(segments.map(({ start, length }) => bytes.subarray(start, start + length))))
        : text.read(bytes, start, start + length)
      if (answer.includes(REPLACEMENT)) invalid++
      return answer
    },
    describe: () => described(variable, new Set(variable.missing)),
    remarks: () =>
      invalid === 0
        ? []
        : [
            `${name}: ${countOf(invalid, 'text')} with bytes that are not ${text.encoding}; they were read as "${REPLACEMENT}".`,
          ],
  }
}

function described({ name, label, levels }: SavVariable, missing: ReadonlySet<string>): ColumnDescription {
  return {
    ...undescribed(name),
    question: label === '' ? name : label,
    levels,
    missing: [...missing].filter((code) => code !== ''),
  }
}
