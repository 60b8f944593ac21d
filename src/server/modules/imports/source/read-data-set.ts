import { NO_MISSING_CODES, type MissingCodes } from '#domain/missing-codes.ts'
import { NO_REPEATS, type RepeatRules } from '#domain/repeat-rules.ts'
import { ProblemCollector } from '#server/modules/imports/source/collect-problems.ts'
import { readBlocks, type Watch } from '#server/modules/imports/source/decode-text.ts'
import { withMissingCodes } from '#server/modules/imports/source/declared-missing.ts'
import { checkPedigree } from '#server/modules/imports/formats/pedigree/check-pedigree.ts'
import { joinPedigree, knownIds } from '#server/modules/imports/formats/pedigree/join-pedigree.ts'
import type { ColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import type { PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-row.ts'
import { readPlink, type PedigreeFile } from '#server/modules/imports/formats/plink/read-plink.ts'
import { isPresent } from '#server/modules/imports/source/present.ts'
import { readBids } from '#server/modules/imports/formats/bids/read-bids.ts'
import type { SourceFolder } from '#server/modules/imports/source/read-folder.ts'
import { readPeople, type PeopleDefaults } from '#server/modules/imports/source/read-people.ts'
import { readSidecars } from '#server/modules/imports/formats/bids/read-sidecars.ts'
import type { SourceDataSet } from '#server/modules/imports/source/source-data-set.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import { refuseUnknownTables } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { readTables } from '#server/modules/imports/formats/plain/read-tables.ts'

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

/** Reads a folder of whichever format: BIDS or plain tables, each with pedigrees beside them. */
export async function readDataSet(
  { bids, tables, plink, sidecars, notes }: SourceFolder,
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
  if (sidecars.size > 0) return readSidecars(sidecars)
  refuseUnknownTables(repeat, [...bids.keys(), ...tables.keys()])
  const refuseRelative = (id: string) => (isKnown(id) ? `${id} is in the database already: ${NO_NEW_FAMILY}` : null)
  const described = bids.size > 0 ? await readBids(bids, { repeat, watch, isAddition }, isKnown) : null
  const plain = await readTables(
    tables,
    { map, repeat, missing, keepsNotAvailable, watch, isPedigreeOnly: described !== null },
    refuseRelative,
  )
  const problems = new ProblemCollector()
  const families: PedigreeFile[] = []
  for (const [file, path] of plink) {
    const family = await problems.attemptAsync(() => readPlink(file, readBlocks(file, path, watch), refuseRelative))
    if (family !== null) families.push(family)
  }
  problems.throwIfAny()
  const checked = checkPedigree([...plain.pedigree, ...families.flatMap(({ rows }) => rows)])

  const withMissing = (form: SourceForm) => withMissingCodes(form, missing)
  const bidsForms = (described?.forms ?? []).map(withMissing)
  const plainForms = [...plain.forms, ...families.map(({ form }) => form).filter(isPresent)].map(withMissing)
  const forms = plainForms.map(({ form }) => form)
  const participants = bidsForms.map(({ form }) => form).filter(({ isParticipants }) => isParticipants)
  const found = readPeople(described ? participants : forms, defaults)
  const people = found.filter(({ individualId }) => !isKnown(individualId))
  const ids = knownIds(checked.rows, people)
  const own = forms.map((form) => withIds(form, ids, checked.faulty))
  const recorded = recordedAmong(checked.rows, own)
  const sound = people.filter(({ individualId }) => !checked.faulty.has(individualId))
  return {
    people: joinPedigree(sound, checked.rows, ids, (id) => recorded.has(id), defaults),
    forms: [...bidsForms.map(({ form }) => form), ...own],
    isCatalogAlone: described === null && plain.isCatalogAlone,
    refused: [
      ...(described?.refused ?? []),
      ...plain.refused,
      ...families.flatMap(({ refused }) => refused),
      ...checked.refused,
    ],
    notes: [
      ...notes,
      ...(described?.notes ?? []),
      ...plain.notes,
      ...families.flatMap((family) => family.notes),
      ...checked.notes,
      ...[...bidsForms, ...plainForms].flatMap((form) => form.notes),
    ],
  }
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
