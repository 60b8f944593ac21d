import type { MissingCodes, RepeatRules } from '#domain/import-options.ts'
import type { ColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import type { PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-row.ts'
import type { FolderTables } from '#server/modules/imports/formats/plain/folder-tables.ts'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import type { Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceFolder } from '#server/modules/imports/source/read-folder.ts'
import type { SourceForm } from '#server/modules/imports/source/source-form.ts'

/** A format of research data. Several may be in one folder, as pedigrees beside BIDS. */
export interface ImportFormat {
  /** Whether a folder has data of the format. */
  readonly detect: (folder: DataSetFolder) => boolean | Promise<boolean>
  /** Reads the format's files. Throws ImportRefused, with all problems, where they cannot be read. */
  readonly read: (folder: DataSetFolder, options: FormatOptions) => Promise<FormatContent>
}

/** The files of a data set. Tables are told apart by their columns, so they are read to detect their format. */
export interface DataSetFolder extends SourceFolder {
  /** Reads the tables at the first call, and returns the same ones later. */
  readonly readTables: () => Promise<FolderTables>
}

export interface FormatOptions {
  readonly map: ColumnMap
  readonly repeat: RepeatRules
  readonly missing: MissingCodes
  /** Whether NA is an answer; else it is missing. */
  readonly keepsNotAvailable: boolean
  readonly watch: Watch | undefined
  /** Whether a participant is in the database. */
  readonly isKnown: (individualId: string) => boolean
  /** Whether the database has imported data, to which these are added. */
  readonly isAddition: boolean
  /** Why a row of a pedigree cannot be taken, or null. */
  readonly refuseRelative: (individualId: string) => string | null
}

/** Content of a format's files, before it is compared with the rest of the data set. */
export interface FormatContent {
  readonly forms: readonly SourceForm[]
  readonly pedigree: readonly PedigreeRow[]
  /** Whether one form lists the participants, as in BIDS; else each row of any form names one. */
  readonly listsParticipants: boolean
  /** Whether there are dictionaries alone, and no table that could name a participant. */
  readonly isCatalogAlone: boolean
  /** Rows that cannot be taken. */
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}
