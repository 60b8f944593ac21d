import type { MissingCodes } from '#domain/imports/import-options.ts'
import { BIDS } from '#server/modules/imports/formats/bids/read-bids.ts'
import { SIDECARS } from '#server/modules/imports/formats/bids/sidecar.ts'
import type {
  DataSetFolder,
  FormatContent,
  FormatOptions,
  ImportFormat,
} from '#server/modules/imports/formats/import-format.ts'
import {
  checkPedigree,
  type PedigreeRow,
  joinPedigree,
  knownIds,
} from '#server/modules/imports/formats/pedigree/pedigree-rows.ts'
import { PEDIGREE_TABLES } from '#server/modules/imports/formats/pedigree/pedigree-tables.ts'
import {
  readFolderTables,
  type FolderTables,
  PLAIN_TABLES,
} from '#server/modules/imports/formats/plain/folder-tables.ts'
import { refuseUnknownTables } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { PLINK } from '#server/modules/imports/formats/plink/read-plink.ts'
import { REDCAP_PROJECT } from '#server/modules/imports/formats/redcap/read-redcap.ts'
import type { StudyOptions } from '#server/modules/imports/plan/study-options.ts'
import {
  declaredMissing,
  type FormWithMissing,
  withMissingCodes,
} from '#server/modules/imports/source/declared-missing.ts'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import { NO_DATA_SET, type SourceFolder } from '#server/modules/imports/source/read-folder.ts'
import { codedSexNotes, readParticipants } from '#server/modules/imports/source/read-participants.ts'
import { type IdPlace, spellingsOf } from '#server/modules/imports/source/similar-ids.ts'
import type { FoundInFiles, SourceForm, SourceDataSet, SourceRow } from '#server/modules/imports/source/source-form.ts'
import { createLongPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

export interface ReadingOptions extends StudyOptions {
  readonly study: string
  /** What earlier imports of the study found. */
  readonly found: FoundInFiles
  /** Whether map and rules for repeated rows are those of an earlier import, and may name tables that are not there. */
  readonly isMapKept: boolean
  readonly isRepeatKept: boolean
  readonly watch: Watch
}

/** Participants in the database. */
export interface KnownParticipants {
  readonly knownIds: ReadonlySet<string>
  readonly isAddition: boolean
}

const NO_NEW_FAMILY = 'an import does not change families.'

/** Formats of tables: the first one detected reads all tables of the folder. */
const TABLE_FORMATS: readonly ImportFormat[] = [PEDIGREE_TABLES, REDCAP_PROJECT, PLAIN_TABLES]

/** Reads a folder in all detected formats. */
export async function readDataSet(
  source: SourceFolder,
  {
    map,
    repeat,
    missing: codes,
    keepsNotAvailable,
    similarIds,
    watch,
    found: earlier,
    isMapKept,
    isRepeatKept,
    ...defaults
  }: ReadingOptions,
  { knownIds: inDatabase, isAddition }: KnownParticipants,
): Promise<SourceDataSet> {
  const isKnown = (individualId: string) => inDatabase.has(individualId)
  const refuseRelative = (id: string) => (isKnown(id) ? `${id} is in the database already: ${NO_NEW_FAMILY}` : null)
  const missing = { ...codes, byColumn: joinedCodes(codes.byColumn, earlier.missing) }
  const eventsBefore = earlier.events
  const options = {
    map,
    isMapKept,
    repeat,
    missing,
    similarIds,
    eventsBefore,
    keepsNotAvailable,
    watch,
    isKnown,
    isAddition,
    refuseRelative,
  }
  let tables: Promise<FolderTables> | null = null
  const folder: DataSetFolder = {
    ...source,
    readTables: () => (tables ??= readFolderTables(source.tables, options)),
  }
  if (await SIDECARS.detect(folder)) {
    const { forms, isCatalogAlone, refused, notes } = await SIDECARS.read(folder, options)
    return {
      participants: [],
      forms,
      uses: [],
      found: { missing: declaredMissing(forms), events: [] },
      isCatalogAlone,
      filesRead: [...folder.sidecars.keys()],
      filesLeftOut: source.leftOut,
      refused,
      notes: [...source.notes, ...notes],
    }
  }
  const read = await folder.readTables()
  if (folder.bids.size + folder.plink.size + read.tables.length + read.unreadable.length === 0) {
    throw new ImportRefused([problemAt('', null, NO_DATA_SET), ...read.leftOut])
  }
  const sheets = read.tables.map(({ file }) => file)
  if (!isRepeatKept) refuseUnknownTables(repeat, [...folder.bids.keys(), ...folder.tables.keys(), ...sheets])
  const found = [
    ...(await readDetected([BIDS], folder, options)),
    ...(await readDetected(TABLE_FORMATS, folder, options)),
    ...(await readDetected([PLINK], folder, options)),
  ]
  const spellings = await spellingsOf(idPlaces(inDatabase, found), similarIds)
  const contents = found.map((content) => withSpellings(content, spellings))
  const pause = createLongPause()
  await pause()
  const checked = await checkPedigree(
    contents.flatMap(({ pedigree }) => pedigree),
    pause,
  )

  const listing = contents.filter(({ listsParticipants }) => listsParticipants)
  const withMissing = async (some: readonly FormatContent[]) => {
    const all: FormWithMissing[] = []
    for (const form of some.flatMap((content) => content.forms)) all.push(await withMissingCodes(form, missing))
    return all
  }
  const listed = await withMissing(listing)
  const others = await withMissing(contents.filter(({ listsParticipants }) => !listsParticipants))
  const forms = others.map(({ form }) => form)
  const lists = listed.map(({ form }) => form).filter(({ isParticipants }) => isParticipants)
  const readable = await readParticipants(listing.length > 0 ? lists : forms, defaults, pause)
  const participants = readable.filter(({ individualId }) => !isKnown(individualId))
  const ids = await knownIds(checked.rows, participants, pause)
  const pedigreeFiles = new Set(checked.rows.map(({ file }) => file))
  const formsWithIds: SourceForm[] = []
  for (const form of forms) formsWithIds.push(await withIds(form, ids, checked.refusedIds, pause))
  const recorded = await recordedAmong(checked.rows, formsWithIds, pause)
  const notRead = new Set([
    ...read.leftOut.map(({ file }) => file),
    ...contents.flatMap(({ leftOutFiles }) => leftOutFiles ?? []),
  ])
  await pause()
  const sound = participants.filter(({ individualId }) => !checked.refusedIds.has(individualId))
  const hasRecord = (id: string) => recorded.has(id)
  return {
    participants: await joinPedigree(sound, { rows: checked.rows, ids, hasRecord, defaults }, pause),
    forms: [...listed.map(({ form }) => form), ...formsWithIds],
    uses: contents.flatMap(({ uses }) => uses),
    found: {
      missing: declaredMissing(contents.flatMap((content) => content.forms)),
      events: contents.flatMap(({ events = [] }) => events),
    },
    filesRead: [folder.bids, folder.tables, folder.packages, folder.plink]
      .flatMap((files) => [...files.keys()])
      .filter((file) => !notRead.has(file)),
    filesLeftOut: [...source.leftOut, ...notRead],
    isCatalogAlone: contents.some(({ isCatalogAlone }) => isCatalogAlone),
    refused: [...contents.flatMap(({ refused }) => refused), ...checked.refused],
    notes: [
      ...source.notes,
      ...read.leftOut,
      ...contents.flatMap(({ notes }) => notes),
      ...checked.notes,
      ...[...lists, ...forms].filter(({ file }) => !pedigreeFiles.has(file)).flatMap(codedSexNotes),
      ...[...listed, ...others].flatMap((form) => form.notes),
    ],
  }
}

function joinedCodes(asked: MissingCodes['byColumn'], declared: MissingCodes['byColumn']): MissingCodes['byColumn'] {
  const all = new Map(declared)
  for (const [column, codes] of asked) all.set(column, [...(all.get(column) ?? []), ...codes])
  return all
}

/** All ids: of the database, of the list of participants, and of the other files. */
function* idPlaces(inDatabase: ReadonlySet<string>, contents: readonly FormatContent[]): Generator<IdPlace> {
  for (const individualId of inDatabase) yield { individualId, file: '', line: null }
  const ordered = contents.toSorted((one, other) => Number(other.listsParticipants) - Number(one.listsParticipants))
  for (const { forms, pedigree } of ordered) {
    for (const { file, rows } of forms) {
      for (const { individualId, line } of rows) yield { individualId, file, line }
    }
    for (const { individualId, file, line } of pedigree) yield { individualId, file, line }
  }
}

/** The content with one spelling for each id. */
function withSpellings(content: FormatContent, spellings: ReadonlyMap<string, string>): FormatContent {
  if (spellings.size === 0) return content
  const spelled = (id: string) => spellings.get(id) ?? id
  const orNull = (id: string | null) => (id === null ? null : spelled(id))
  const refused: Problem[] = []
  const forms = content.forms.map((form) => {
    const lines = new Map<string, number>()
    const rows = form.rows.flatMap((row) => {
      const individualId = spelled(row.individualId)
      const first = lines.get(individualId)
      if (first === undefined) lines.set(individualId, row.line)
      else refused.push(problemAt(form.file, row.line, `${individualId} has a row already, on line ${first}.`))
      return first === undefined ? [{ ...row, individualId }] : []
    })
    return { ...form, rows }
  })
  return {
    ...content,
    forms,
    refused: [...content.refused, ...refused],
    pedigree: content.pedigree.map((row) => ({
      ...row,
      individualId: spelled(row.individualId),
      fatherId: orNull(row.fatherId),
      motherId: orNull(row.motherId),
    })),
  }
}

/** Content in the first detected format; none without a match. */
async function readDetected(
  formats: readonly ImportFormat[],
  folder: DataSetFolder,
  options: FormatOptions,
): Promise<FormatContent[]> {
  for (const format of formats) if (await format.detect(folder)) return [await format.read(folder, options)]
  return []
}

/** Relatives of a pedigree that have a form record. */
async function recordedAmong(
  pedigree: readonly PedigreeRow[],
  forms: readonly SourceForm[],
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const recorded = new Set<string>()
  if (pedigree.length === 0) return recorded
  for (const { rows } of forms) await eachWithPauses(rows, pause, ({ individualId }) => recorded.add(individualId))
  return recorded
}

/** The form with the database's ids, without refused participants. */
async function withIds(
  form: SourceForm,
  ids: ReadonlyMap<string, string>,
  faulty: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<SourceForm> {
  if (ids.size === 0 && faulty.size === 0) return form
  const rows: SourceRow[] = []
  await eachWithPauses(form.rows, pause, (row) => {
    if (faulty.has(row.individualId)) return
    rows.push({ ...row, individualId: ids.get(row.individualId) ?? row.individualId })
  })
  return { ...form, rows }
}
