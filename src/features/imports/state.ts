import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'
import type { ImportProgress, ImportReport } from '#contract/shapes/entities.ts'
import type { DataType } from '#domain/data-types.ts'
import type { PedigreeField, Repeat, SimilarIds } from '#domain/imports/import-options.ts'
import { DEFAULT_COLLECTION, DEFAULT_STUDY } from '#domain/limits.ts'

/** The form's options for reading the files. */
export interface Reading {
  readonly collection: string
  readonly study: string
  readonly repeat: Repeat | null
  /** Rules for single tables, as typed: `ae=wide,visits=last:DATE`. */
  readonly repeatByTable: string
  readonly skipBadRows: boolean
  /** Whether options other than those kept with the study count, and are kept from now on. */
  readonly isNewOptions: boolean
  /** Whether existing records are replaced. */
  readonly isUpdate: boolean
  /** Codes of missing answers, as typed: `-9,age=999`. */
  readonly missing: string
  readonly keepsNotAvailable: boolean
  /** What ids that look the same are. */
  readonly similarIds: SimilarIds
  /** Columns for existing variables, as typed: `sexe=SEX`. */
  readonly sameAs: string
  readonly map: Readonly<Partial<Record<PedigreeField, string>>>
  readonly types: Readonly<Record<string, DataType>>
}

/** The state of an import, from the choice of files to its result. */
export interface ImportView {
  readonly step: 'choose' | 'sending' | 'reading' | 'report' | 'importing' | 'done' | 'undo'
  /** The importing user; other users do not see it. */
  readonly username: string
  /** The upload, and the paths of the files that are not read. */
  readonly files: { readonly count: number; readonly bytes: number; readonly leftOut: readonly string[] } | null
  readonly sentBytes: number
  readonly reportId: string | null
  readonly report: ImportReport | null
  /** The options of the report. */
  readonly readWith: Reading | null
  /** The options as edited; before the first report those kept with the study count. */
  readonly reading: Reading
  readonly password: string
  /** Typed before the synthetic data are deleted. */
  readonly confirmation: string
  readonly progress: ImportProgress | null
  /** The error of the last step. */
  readonly failure: Pick<Failure, 'message' | 'issues'> | null
}

export const AS_FOUND: Reading = {
  collection: DEFAULT_COLLECTION,
  study: DEFAULT_STUDY,
  repeat: null,
  repeatByTable: '',
  skipBadRows: false,
  isUpdate: false,
  missing: '',
  keepsNotAvailable: false,
  similarIds: 'stop',
  isNewOptions: false,
  sameAs: '',
  map: {},
  types: {},
}

/** Options that settle a finding of the report at the press of a button. */
export const SETTLEMENTS = {
  rows: { label: 'Leave out these rows', options: { skipBadRows: true } },
  update: { label: 'Update existing records', options: { isUpdate: true } },
  'keep-na': { label: 'Keep NA as an answer', options: { keepsNotAvailable: true } },
  'both-ids': { label: 'Make ids of family and individual', options: { map: { id: 'family+individual' } } },
  'new-options': { label: 'Keep these options for the study', options: { isNewOptions: true } },
  join: { label: 'Join each pair', options: { similarIds: 'join' } },
  apart: { label: 'Keep them apart', options: { similarIds: 'apart' } },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly options: Partial<Reading> }>>
export type Settlement = keyof typeof SETTLEMENTS

/** The text that confirms the first import, which deletes the synthetic data. */
export const CONFIRMATION = 'synthetic data'

export function newImport(username: string): ImportView {
  return {
    step: 'choose',
    username,
    files: null,
    sentBytes: 0,
    reportId: null,
    report: null,
    readWith: null,
    reading: AS_FOUND,
    password: '',
    confirmation: '',
    progress: null,
    failure: null,
  }
}

export const importOpenAtom = atom(false)
export const importAtom = atom<ImportView>(newImport(''))

/** Whether the form's options differ from the report's. */
export function isStale({ reading, readWith }: ImportView): boolean {
  return JSON.stringify(reading) !== JSON.stringify(readWith)
}

export function isUnderWay({ step }: ImportView): boolean {
  return step === 'sending' || step === 'reading' || step === 'importing'
}
