import { IMPORT_TEXT_BYTES_MAX } from '#domain/limits.ts'
import { dateFormatOf, type DateFormat } from '#server/modules/imports/source/xlsx/cell-formats.ts'
import { readXml, type XmlHandlers } from '#server/modules/imports/source/xlsx/read-xml.ts'
import type { WorkbookPackage } from '#server/modules/imports/source/xlsx/workbook-package.ts'

/** What the cells of all sheets refer to (SpreadsheetML, ECMA-376 part 1, chapter 18). */
export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly sharedStrings: readonly string[]
  /** Date formats by the number of a cell's style. */
  readonly dateFormats: readonly (DateFormat | null)[]
  /** Whether days are counted from 1904, as on old Macs. */
  readonly is1904: boolean
}

export interface Sheet {
  readonly name: string
  readonly part: string
  readonly isHidden: boolean
}

type Refuse = (text: string) => never

/** Shared texts are kept in memory; each takes 17 bytes at least. */
const SHARED_BYTES_MAX = 2 * IMPORT_TEXT_BYTES_MAX

export async function readWorkbook(archive: WorkbookPackage, refuse: Refuse): Promise<Workbook> {
  const readPart = (part: string, handlers: XmlHandlers, bytesMax = IMPORT_TEXT_BYTES_MAX) =>
    readXml(archive.read(part, bytesMax), handlers, (text) => refuse(`This workbook is damaged: ${part}: ${text}.`))
  const root = '_rels/.rels'
  const top = archive.has(root) ? await relations(root, '', readPart) : []
  const main = top.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!archive.has(main)) refuse(`This is no .xlsx workbook: it has no ${main}.`)
  const folder = main.replace(/[^/]*$/, '')
  const links = `${folder}_rels/${main.slice(folder.length)}.rels`
  const related = archive.has(links) ? await relations(links, folder, readPart) : []
  const partOf = (type: string) => {
    const part = related.find((one) => one.type === type)?.target
    return part !== undefined && archive.has(part) ? part : null
  }
  const sheets: Sheet[] = []
  let is1904 = false
  await readPart(main, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const link = related.find((one) => one.id === id)
      // Sheets of charts and macros have no cells.
      if (link?.type !== 'worksheet') return
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      sheets.push({ name: attributes['name'] ?? '', part: link.target, isHidden })
    },
  })
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')]
  return {
    sheets,
    is1904,
    sharedStrings: strings === null ? [] : await readSharedStrings(strings, readPart),
    dateFormats: styles === null ? [] : await readDateFormats(styles, readPart),
  }
}

type ReadPart = (part: string, handlers: XmlHandlers, bytesMax?: number) => Promise<void>

interface Relation {
  readonly id: string
  /** The last word of the type's address, which differs between editions of the standard. */
  readonly type: string
  readonly target: string
}

async function relations(part: string, folder: string, readPart: ReadPart): Promise<Relation[]> {
  const found: Relation[] = []
  await readPart(part, {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : folder + Target
      found.push({ id: Id, type: Type.replace(/^.*\//, ''), target: withoutDots(target) })
    },
  })
  return found
}

function withoutDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

async function readSharedStrings(part: string, readPart: ReadPart): Promise<string[]> {
  const strings: string[] = []
  const text = createTextOfRuns()
  await readPart(
    part,
    {
      open: text.open,
      text: text.add,
      close: (name) => {
        text.close(name)
        if (name === 'si') strings.push(text.take())
      },
    },
    SHARED_BYTES_MAX,
  )
  return strings
}

/** Joins the runs of a text; how it is pronounced (rPh) is no part of it. */
export function createTextOfRuns() {
  let [text, isText, isPronunciation] = ['', false, false]
  return {
    open: (name: string) => {
      if (name === 'rPh') isPronunciation = true
      if (name === 't') isText = !isPronunciation
    },
    add: (more: string) => {
      if (isText) text += more
    },
    close: (name: string) => {
      if (name === 'rPh') isPronunciation = false
      if (name === 't') isText = false
    },
    take: (): string => {
      const whole = unescaped(text)
      text = ''
      return whole
    },
  }
}

/** Characters that XML cannot hold are written as _xHHHH_ (ECMA-376, part 1, 22.9.2.19). */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

async function readDateFormats(part: string, readPart: ReadPart): Promise<(DateFormat | null)[]> {
  const codes = new Map<number, string>()
  const formats: number[] = []
  let list = ''
  await readPart(part, {
    open: (name, attributes) => {
      const id = Number(attributes['numFmtId'] ?? '0')
      if (name === 'numFmts' || name === 'cellXfs') list = name
      if (name === 'numFmt' && list === 'numFmts') codes.set(id, attributes['formatCode'] ?? '')
      if (name === 'xf' && list === 'cellXfs') formats.push(id)
    },
    close: (name) => {
      if (name === list) list = ''
    },
  })
  return formats.map((id) => dateFormatOf(id, codes.get(id)))
}
