import { type MissingCodes, NO_MISSING_CODES, NO_REPEATS, type RepeatRules } from '#domain/import-options.ts'
import { BIDS } from '#server/modules/imports/formats/bids/read-bids.ts'
import { SIDECARS } from '#server/modules/imports/formats/bids/read-sidecars.ts'
import type {
  DataSetFolder,
  FormatContent,
  FormatOptions,
  ImportFormat,
} from '#server/modules/imports/formats/import-format.ts'
import { PEDIGREE_TABLES } from '#server/modules/imports/formats/pedigree/pedigree-tables.ts'
import { readFolderTables, type FolderTables } from '#server/modules/imports/formats/plain/folder-tables.ts'
import { PLAIN_TABLES } from '#server/modules/imports/formats/plain/plain-tables.ts'
import { PLINK } from '#server/modules/imports/formats/plink/read-plink.ts'
import { REDCAP_PROJECT } from '#server/modules/imports/formats/redcap/redcap-project.ts'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import { withMissingCodes } from '#server/modules/imports/source/declared-missing.ts'
import { checkPedigree } from '#server/modules/imports/formats/pedigree/check-pedigree.ts'
import { joinPedigree, knownIds } from '#server/modules/imports/formats/pedigree/join-pedigree.ts'
import type { ColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import type { PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-row.ts'
import type { SourceFolder } from '#server/modules/imports/source/read-folder.ts'
import { readPeople, type PeopleDefaults } from '#server/modules/imports/source/read-people.ts'
import type { SourceDataSet } from '#server/modules/imports/source/source-data-set.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import { refuseUnknownTables } from '#server/modules/imports/formats/plain/repeated-rows.ts'

export interface ReadingOptions extends PeopleDefaults {
  /** Which columns hold whose row it is and who is whose child; common names need no map. */
  readonly map?: ColumnMap
  /** What becomes of a person's further rows in a table, such as later visits; refused without. */
  readonly repeat?: RepeatRules
  /** Codes that are missing answers, besides those that a dictionary declares. */
  readonly missing?: MissingCodes
  /** Whether R's NA is an answer in plain tables; else it is missing. */
  readonly keepsNotAvailable?: boolean
  /** Told how much of the tables is read. */
  readonly watch?: Watch
}

/** Who is in the database already. */
export interface KnownPeople {
  readonly isKnown: (individualId: string) => boolean
  readonly isAddition: boolean
}

const NO_NEW_FAMILY = 'an import does not change families.'

/** Formats of the tables of a folder: the first that is detected reads all of them. */
const TABLE_FORMATS: readonly ImportFormat[] = [PEDIGREE_TABLES, REDCAP_PROJECT, PLAIN_TABLES]

/** Reads a folder in every format that is detected in it. */
export async function readDataSet(
  source: SourceFolder,
  {
    map = new Map(),
    repeat = NO_REPEATS,
    missing = NO_MISSING_CODES,
    keepsNotAvailable = false,
    watch,
    ...defaults
  }: ReadingOptions,
  { isKnown, isAddition }: KnownPeople,
): Promise<SourceDataSet> {
  const refuseRelative = (id: string) => (isKnown(id) ? `${id} is in the database already: ${NO_NEW_FAMILY}` : null)
  const options = { map, repeat, missing, keepsNotAvailable, watch, isKnown, isAddition, refuseRelative }
  let tables: Promise<FolderTables> | null = null
  const folder: DataSetFolder = {
    ...source,
    readTables: () => (tables ??= readFolderTables(source.tables, options)),
  }
  if (await SIDECARS.detect(folder)) {
    const { forms, isCatalogAlone, refused, notes } = await SIDECARS.read(folder, options)
    return { people: [], forms, isCatalogAlone, refused, notes }
  }
  refuseUnknownTables(repeat, [...folder.bids.keys(), ...folder.tables.keys()])
  const contents = [
    ...(await readDetected([BIDS], folder, options)),
    ...(await readDetected(TABLE_FORMATS, folder, options)),
    ...(await readDetected([PLINK], folder, options)),
  ]
  const checked = checkPedigree(contents.flatMap(({ pedigree }) => pedigree))

  const listing = contents.filter(({ listsParticipants }) => listsParticipants)
  const withMissing = (content: FormatContent) => content.forms.map((form) => withMissingCodes(form, missing))
  const listed = listing.flatMap(withMissing)
  const others = contents.filter(({ listsParticipants }) => !listsParticipants).flatMap(withMissing)
  const forms = others.map(({ form }) => form)
  const participants = listed.map(({ form }) => form).filter(({ isParticipants }) => isParticipants)
  const found = readPeople(listing.length > 0 ? participants : forms, defaults)
  const people = found.filter(({ individualId }) => !isKnown(individualId))
  const ids = knownIds(checked.rows, people)
  const own = forms.map((form) => withIds(form, ids, checked.faulty))
  const recorded = recordedAmong(checked.rows, own)
  const sound = people.filter(({ individualId }) => !checked.faulty.has(individualId))
  return {
    people: joinPedigree(sound, checked.rows, ids, (id) => recorded.has(id), defaults),
    forms: [...listed.map(({ form }) => form), ...own],
    isCatalogAlone: contents.some(({ isCatalogAlone }) => isCatalogAlone),
    refused: [...contents.flatMap(({ refused }) => refused), ...checked.refused],
    notes: [
      ...source.notes,
      ...contents.flatMap(({ notes }) => notes),
      ...checked.notes,
      ...[...listed, ...others].flatMap((form) => form.notes),
    ],
  }
}

/** Content in the first of some formats that is detected; none where none is. */
async function readDetected(
  formats: readonly ImportFormat[],
  folder: DataSetFolder,
  options: FormatOptions,
): Promise<FormatContent[]> {
  for (const format of formats) if (await format.detect(folder)) return [await format.read(folder, options)]
  return []
}

/** Who of a pedigree has a record of a form. */
function recordedAmong(pedigree: readonly PedigreeRow[], forms: readonly SourceForm[]): ReadonlySet<string> {
  const recorded = new Set<string>()
  if (pedigree.length === 0) return recorded
  for (const { rows } of forms) for (const { individualId } of rows) recorded.add(individualId)
  return recorded
}

/** The form with the ids under which people are known, and without those of whom nothing is taken. */
function withIds(form: SourceForm, ids: ReadonlyMap<string, string>, faulty: ReadonlySet<string>): SourceForm {
  if (ids.size === 0 && faulty.size === 0) return form
  const rows = form.rows.filter(({ individualId }) => !faulty.has(individualId))
  return {
    ...form,
    rows: rows.map((row) => ({ ...row, individualId: ids.get(row.individualId) ?? row.individualId })),
  }
}
