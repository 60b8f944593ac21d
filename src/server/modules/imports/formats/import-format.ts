import type { MissingCodes, RepeatRules, SimilarIds } from '#domain/imports/import-options.ts'
import type { ColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import type { PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-rows.ts'
import type { FolderTables } from '#server/modules/imports/formats/plain/folder-tables.ts'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceFolder } from '#server/modules/imports/source/read-folder.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'
import type { TableUse } from '#server/modules/imports/source/table-account.ts'

/** A format of research data. A folder may hold several, such as pedigrees beside BIDS. */
export interface ImportFormat {
  readonly detect: (folder: DataSetFolder) => boolean | Promise<boolean>
  /** Reads the files of the format. Throws ImportRefused with all problems. */
  readonly read: (folder: DataSetFolder, options: FormatOptions) => Promise<FormatContent>
}

/** The files of a data set. The columns of a table decide its format, so tables are read for detection. */
export interface DataSetFolder extends SourceFolder {
  /** Reads the tables once; later calls return the same tables. */
  readonly readTables: () => Promise<FolderTables>
}

export interface FormatOptions {
  readonly map: ColumnMap
  /** Whether the map is that of an earlier import. */
  readonly isMapKept: boolean
  readonly repeat: RepeatRules
  readonly missing: MissingCodes
  readonly similarIds: SimilarIds
  /** The events of a REDCap project that earlier imports found, in their order. */
  readonly eventsBefore: readonly string[]
  /** Whether NA is an answer; the default is missing. */
  readonly keepsNotAvailable: boolean
  readonly watch: Watch | undefined
  /** Whether the database has the participant. */
  readonly isKnown: (individualId: string) => boolean
  /** Whether the database has imported data, to which this data set is added. */
  readonly isAddition: boolean
  /** The reason to refuse a pedigree row, or null. */
  readonly refuseRelative: (individualId: string) => string | null
}

/** The content of one format's files, before the checks against the rest of the data set. */
export interface FormatContent {
  readonly forms: readonly SourceForm[]
  /** Files that are not needed, with a note each. */
  readonly leftOutFiles?: readonly string[]
  /** The tables of individuals that the forms were read from. */
  readonly uses: readonly TableUse[]
  readonly pedigree: readonly PedigreeRow[]
  /** Whether one form lists the participants, as in BIDS; else every form names them. */
  readonly listsParticipants: boolean
  /** Whether the folder has dictionaries only, without tables of participants. */
  readonly isCatalogAlone: boolean
  /** The events of a REDCap project, in their order. */
  readonly events?: readonly string[]
  /** Refused rows. */
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}
