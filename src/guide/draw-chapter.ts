import { commands } from '#commands/index.ts'
import type { CommandId } from '#commands/signatures.ts'
import { OPERATOR_LABELS } from '#domain/conditions/operators.ts'
import { DATA_TYPES, dataTypeWord, moreOperators, offeredOperators } from '#domain/data-types.ts'
import { TERMS } from '#domain/glossary.ts'
import type { HandbookBlock } from '#domain/handbook.ts'
import { VARIABLE_NAME_MIN } from '#domain/limits.ts'
import { COHORT_NAME, PROJECT_NAME, VALUE_NAME, VARIABLE_NAME, VARIABLE_SET_NAME } from '#domain/text/names.ts'
import {
  newDocument,
  type Guide,
  type Run,
  ACCENT,
  FAINT,
  heightOf,
  keepTogether,
  LINE,
  PAGE,
  TEXT_WIDTH,
  writeRuns,
} from '#guide/page.ts'
import type { Chapter } from '#guide/read-pages.ts'
import { spokenKeys } from '#ui/key-names.ts'

const AFTER_A_BLOCK = 7
const INDENT = 16
const CELL_GAP = 12

type Drawn = Exclude<HandbookBlock, { kind: 'code' | 'picture' | 'table' }>

function drawText(document: Guide, block: Drawn): void {
  if (block.kind === 'list') {
    drawList(document, block.items, block.isNumbered)
  } else if (block.kind === 'heading' && block.depth === 1) {
    writeRuns(document, [bold(block.text)], { size: 19, color: ACCENT })
    document.moveDown(0.4)
  } else if (block.kind === 'heading') {
    document.y += 4
    keepTogether(document, 60)
    writeRuns(document, [bold(block.text)], { size: 12 })
    document.y += 2
  } else {
    keepTogether(document, Math.min(40, heightOf(document, block.line)))
    writeRuns(document, block.line)
    document.y += AFTER_A_BLOCK
  }
}

function bold(text: string): Run {
  return { kind: 'strong', text }
}

function drawList(document: Guide, items: readonly (readonly Run[])[], isNumbered: boolean): void {
  for (const [index, runs] of items.entries()) {
    const place = { x: PAGE.margin + INDENT, width: TEXT_WIDTH - INDENT }
    keepTogether(document, heightOf(document, runs, place))
    const { y } = document
    writeRuns(document, [{ text: isNumbered ? `${index + 1}.` : '•', kind: 'text' }], { x: PAGE.margin + 3 })
    document.y = y
    writeRuns(document, runs, place)
    document.y += 2.5
  }
  document.y += AFTER_A_BLOCK - 2.5
}

function drawTable(document: Guide, rows: TableRows, firstWidth: number): void {
  const size = 9.2
  document.y += 2
  for (const row of rows) {
    const others = Math.max(1, row.length - 1)
    const width = (TEXT_WIDTH - firstWidth - CELL_GAP) / others - (others > 1 ? CELL_GAP : 0)
    const places = row.map((_, index) =>
      index === 0
        ? { x: PAGE.margin, width: firstWidth, size }
        : { x: PAGE.margin + firstWidth + CELL_GAP + (index - 1) * (width + CELL_GAP), width, size },
    )
    const height = Math.max(...row.map((runs, index) => heightOf(document, runs, places[index])))
    keepTogether(document, height + 8)
    const top = document.y
    document
      .moveTo(PAGE.margin, top)
      .lineTo(PAGE.margin + TEXT_WIDTH, top)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    for (const [index, runs] of row.entries()) {
      document.y = top + 4.5
      writeRuns(document, runs, places[index])
    }
    document.y = top + height + 6
  }
  document.y += AFTER_A_BLOCK
}

/** A screenshot with a caption; a missing file leaves an empty frame. */
function drawPicture(
  document: Guide,
  { bytes, caption, scale }: { bytes: Uint8Array | null; caption: string; scale: number },
): void {
  const width = TEXT_WIDTH * scale
  // Screenshots have the ratio 1,200 by 750.
  const height = (width * 750) / 1200
  keepTogether(document, height + 30)
  const top = document.y + 2
  if (bytes !== null) document.image(Buffer.from(bytes), PAGE.margin, top, { width, height })
  document.rect(PAGE.margin, top, width, height).lineWidth(0.6).strokeColor(LINE).stroke()
  document.y = top + height + 6
  writeRuns(document, [{ kind: 'text', text: caption }], { size: 8.8, color: FAINT })
  document.y += AFTER_A_BLOCK + 2
}

const KEYS_WIDTH = 112
const NAMES_WIDTH = 92
const WRITTEN_TABLE_WIDTH = 104

/** Scales of pictures, largest first: the first that fits the chapter's pages is used. */
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]

/** Draws a chapter on its allotted pages, or on as many as it needs; throws if it needs another number. */
export function drawChapter(
  document: Guide,
  chapter: Chapter,
  pages: number | null,
  pictures: ReadonlyMap<string, Uint8Array>,
): void {
  const scale = SCALES.find((one) => pages === null || pagesOf(chapter, one) === pages)
  if (scale === undefined) {
    const taken = SCALES.map((one) => pagesOf(chapter, one))
    throw new Error(
      `The guide’s chapter ${chapter.id} takes ${taken[0]} pages, ${taken.at(-1)} at least, not ${pages}.`,
    )
  }
  draw(document, chapter, scale, pictures)
}

function pagesOf(chapter: Chapter, scale: number): number {
  const trial = newDocument(chapter.title)
  draw(trial, chapter, scale, new Map())
  return trial.bufferedPageRange().count
}

function draw(document: Guide, chapter: Chapter, scale: number, pictures: ReadonlyMap<string, Uint8Array>): void {
  document.addPage()
  document.outline.addItem(chapter.title)
  document.addNamedDestination(chapter.id)
  for (const block of chapter.blocks) {
    if (block.kind === 'picture') {
      drawPicture(document, { bytes: pictures.get(block.src) ?? null, caption: block.alt, scale })
    } else if (block.kind === 'made') drawGenerated(document, block.name, block.parameters)
    else if (block.kind === 'table') drawTable(document, [block.header.map(inBold), ...block.rows], WRITTEN_TABLE_WIDTH)
    else if (block.kind === 'code') throw new Error(`The guide’s chapter ${chapter.id} cannot show code.`)
    else drawText(document, block)
  }
}

function inBold(runs: readonly Run[]): readonly Run[] {
  return runs.map(({ text }) => bold(text))
}

function plain(text: string): readonly Run[] {
  return [{ kind: 'text', text }]
}

/** Draws generated content: keys, glossary, operators, names. */
function drawGenerated(document: Guide, name: string, parameters: readonly string[]): void {
  if (name === 'keys') drawTable(document, keyTable(parameters), KEYS_WIDTH)
  else if (name === 'operators') drawTable(document, operatorTable(), NAMES_WIDTH)
  else if (name === 'glossary') drawTable(document, glossaryTable(), NAMES_WIDTH)
  else if (name === 'names') drawTable(document, nameTable(), NAMES_WIDTH)
  else if (name === 'all-keys') {
    for (const { section, rows } of allKeys()) {
      drawText(document, { kind: 'heading', depth: 2, id: section, text: section })
      drawTable(document, rows, KEYS_WIDTH)
    }
  } else throw new Error(`The guide does not know how to make ${name}.`)
}

function operatorTable(): TableRows {
  return DATA_TYPES.map((type) => [
    plain(dataTypeWord(type)),
    plain([...offeredOperators(type), ...moreOperators(type)].map((operator) => OPERATOR_LABELS[operator]).join(', ')),
  ])
}

function glossaryTable(): TableRows {
  return TERMS.map(({ term, words }) => [[bold(term)], plain(words)])
}

function nameTable(): TableRows {
  return [
    ['Project', `up to ${PROJECT_NAME.maxLength} characters, no quotes or backslashes`],
    ['Cohort', `up to ${COHORT_NAME.maxLength} characters, no quotes or backslashes, no other cohort of that name`],
    ['Variable set', `up to ${VARIABLE_SET_NAME.maxLength} characters, no quotes or backslashes`],
    [
      'Custom variable',
      `${VARIABLE_NAME_MIN} to ${VARIABLE_NAME.maxLength} letters, digits or underscores, not starting with a digit`,
    ],
    ['Value of one', `up to ${VALUE_NAME.maxLength} letters, digits or underscores`],
  ].map((cells) => cells.map(plain))
}

export type TableRows = readonly (readonly (readonly Run[])[])[]

function isCommandId(id: string): id is CommandId {
  return Object.hasOwn(commands, id)
}

function commandOf(id: string) {
  if (!isCommandId(id)) throw new Error(`The guide speaks of a command that is not there: ${id}`)
  const { title, help, section, keys = [] } = commands[id]
  return { title, help, section, keys: keys.map(({ seq }) => spokenKeys(seq, false)) }
}

export function keysOf(id: string): string {
  const { keys } = commandOf(id)
  if (keys.length === 0) throw new Error(`The guide speaks of the keys of ${id}, which has none.`)
  return keys.join(' or ')
}

function rowOf(id: string): TableRows[number] {
  const { title, help, keys } = commandOf(id)
  const name: Run[] = typeof title === 'string' ? [{ text: `${title}. `, kind: 'strong' }] : []
  return [[{ text: keys.join(', '), kind: 'code' }], [...name, { text: help, kind: 'text' }]]
}

/** Commands with help and keys, from their declarations. */
function keyTable(ids: readonly string[]): TableRows {
  return ids.map(rowOf)
}

function allKeys(): readonly { readonly section: string; readonly rows: TableRows }[] {
  const withKeys = Object.keys(commands).filter((id) => commandOf(id).keys.length > 0)
  const sections = [...new Set(withKeys.map((id) => commandOf(id).section))]
  return sections.map((section) => ({
    section,
    rows: keyTable(withKeys.filter((id) => commandOf(id).section === section)),
  }))
}
