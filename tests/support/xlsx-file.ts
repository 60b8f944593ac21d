import { strToU8, zipSync } from 'fflate'

/** A cell: a text, a number, a word, a date by its format, a formula with or without its value, or an error. */
export type XlsxCell =
  | string
  | number
  | boolean
  | null
  | { readonly serial: number; readonly format: string }
  | { readonly formula: string; readonly value?: number | string }
  | { readonly error: string }
  | { readonly inline: string }

export interface XlsxSheet {
  readonly name: string
  readonly rows: readonly (readonly XlsxCell[])[]
  readonly isHidden?: boolean
  readonly merged?: readonly string[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const FIRST_FORMAT = 164

/** The bytes of a workbook (ECMA-376, part 1), with shared strings. `changes` replaces the text of parts. */
export function xlsxFile(
  sheets: readonly XlsxSheet[],
  { is1904 = false, changes = {} }: { is1904?: boolean; changes?: Readonly<Record<string, string>> } = {},
): Uint8Array<ArrayBuffer> {
  const strings: string[] = []
  const formats: string[] = []
  const placeIn = (list: string[], one: string) => {
    if (!list.includes(one)) list.push(one)
    return list.indexOf(one)
  }
  const cellOf = (cell: XlsxCell, reference: string): string => {
    const start = `<c r="${reference}"`
    if (cell === null) return ''
    if (typeof cell === 'string') return `${start} t="s"><v>${placeIn(strings, cell)}</v></c>`
    if (typeof cell === 'number') return `${start}><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `${start} t="b"><v>${cell ? 1 : 0}</v></c>`
    if ('serial' in cell) return `${start} s="${placeIn(formats, cell.format) + 1}"><v>${cell.serial}</v></c>`
    if ('error' in cell) return `${start} t="e"><v>${cell.error}</v></c>`
    if ('inline' in cell)
      return `${start} t="inlineStr"><is><t xml:space="preserve">${escaped(cell.inline)}</t></is></c>`
    const { formula, value } = cell
    const type = typeof value === 'string' ? ' t="str"' : ''
    return `${start}${type}><f>${escaped(formula)}</f><v>${value === undefined ? '' : escaped(String(value))}</v></c>`
  }
  const parts = sheets.map(({ rows, merged = [] }) => {
    const data = rows.map((cells, row) => {
      const written = cells.map((cell, column) => cellOf(cell, `${lettersOf(column)}${row + 1}`)).join('')
      return written === '' ? '' : `<row r="${row + 1}">${written}</row>`
    })
    const ranges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('')
    return `<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData>${ranges === '' ? '' : `<mergeCells>${ranges}</mergeCells>`}</worksheet>`
  })
  const sheetRows = sheets.map(
    ({ name, isHidden }, place) =>
      `<sheet name="${escaped(name)}" sheetId="${place + 1}"${isHidden === true ? ' state="hidden"' : ''} r:id="rId${place + 1}"/>`,
  )
  const links = [
    ...sheets.map((_, place) => relation(`rId${place + 1}`, 'worksheet', `worksheets/sheet${place + 1}.xml`)),
    relation('rId900', 'sharedStrings', 'sharedStrings.xml'),
    relation('rId901', 'styles', 'styles.xml'),
  ]
  const codes = formats.map(
    (code, place) => `<numFmt numFmtId="${FIRST_FORMAT + place}" formatCode="${escaped(code)}"/>`,
  )
  const xfs = ['<xf numFmtId="0"/>', ...formats.map((_, place) => `<xf numFmtId="${FIRST_FORMAT + place}"/>`)]
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheetRows.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${links.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts.map((part, place) => [`xl/worksheets/sheet${place + 1}.xml`, part])),
    ...changes,
  }
  return Uint8Array.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  )
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last
}
