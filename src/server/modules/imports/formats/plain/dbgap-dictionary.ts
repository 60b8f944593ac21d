import { plainNumber } from '#domain/data-types/number.ts'
import type { PlainDictionary } from '#server/modules/imports/formats/plain/dictionary.ts'
import { readBlocks } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import { undescribed, type ColumnDescription } from '#server/modules/imports/source/source-form.ts'
import { readXml } from '#server/modules/imports/source/xlsx/read-xml.ts'

/** A variable of a dictionary as it is read; elements that repeat are joined. */
interface ReadVariable {
  readonly texts: Map<string, string>
  readonly levels: Map<string, string>
}

/**
 * Reads a data dictionary of dbGaP (`*.data_dict.xml`: elements data_table, variable, name, description, type, unit,
 * logical_min, logical_max and value) as that of the tables with its number, such as `pht000001`. Throws ImportRefused
 * if it is none.
 */
export async function readDbgapDictionary(file: string, path: string): Promise<PlainDictionary> {
  const refuse = (text: string): never => {
    throw new ImportRefused([problemAt(file, null, `This data dictionary of dbGaP cannot be read: ${text}.`)])
  }
  const columns = new Map<string, ColumnDescription>()
  let table: string | null = null
  let variable: ReadVariable | null = null
  let [element, code] = ['', '']
  await readXml(
    readBlocks(file, path),
    {
      open: (name, attributes) => {
        element = name
        if (name === 'data_table') table = /^pht\d+/.exec(attributes['id'] ?? '')?.[0] ?? ''
        if (name === 'variable') variable = { texts: new Map(), levels: new Map() }
        if (name === 'value') code = attributes['code'] ?? ''
      },
      text: (text) => {
        if (element === 'value') variable?.levels.set(code, `${variable.levels.get(code) ?? ''}${text}`)
        else variable?.texts.set(element, `${variable.texts.get(element) ?? ''}${text}`)
      },
      close: (name) => {
        element = ''
        if (name !== 'variable' || variable === null) return
        const described = describedBy(variable)
        columns.set(described.name.toLowerCase(), described.description)
        variable = null
      },
    },
    refuse,
  )
  if (table === null) return refuse('it has no data_table')
  const number: string = table
  return {
    notes: [],
    forms: [],
    describe: (form, column) => {
      const ofForm = /pht\d+/.exec(form.toLowerCase())?.[0] ?? number
      return ofForm === number ? (columns.get(column.toLowerCase()) ?? null) : null
    },
  }
}

function describedBy({ texts, levels }: ReadVariable): { name: string; description: ColumnDescription } {
  const textOf = (element: string) => (texts.get(element) ?? '').trim()
  const name = textOf('name')
  const meanings = [...levels].map(([code, meaning]): [string, string] => [code.trim(), meaning.trim()])
  return {
    name,
    description: {
      ...undescribed(name),
      question: textOf('description') || name,
      levels: new Map(meanings.filter(([code]) => code !== '')),
      units: textOf('unit'),
      minimum: plainNumber(textOf('logical_min')),
      maximum: plainNumber(textOf('logical_max')),
    },
  }
}
