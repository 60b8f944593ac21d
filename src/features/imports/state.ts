import type { ImportProgress, ImportReport } from '#contract/entities.ts'
import { atom } from 'jotai'
import type { Failure } from '#api/result.ts'
import type { DataType } from '#domain/data-types.ts'
import { DEFAULT_COLLECTION, DEFAULT_STUDY, type PedigreeField, type Repeat } from '#domain/import-options.ts'

/** How the files are to be read, as it stands in the form. */
export interface Reading {
  readonly collection: string
  readonly study: string
  readonly repeat: Repeat | null
  /** Other rules for some tables, as typed: `ae=wide,visits=last:DATE`. */
  readonly repeatByTable: string
  readonly skipBadRows: boolean
  /** Whether records that are there already are corrected. */
  readonly isUpdate: boolean
  /** Codes that are missing answers, as typed: `-9,age=999`. */
  readonly missing: string
  readonly keepsNotAvailable: boolean
  /** Which columns are known variables, as typed: `sexe=SEX`. */
  readonly sameAs: string
  readonly map: Readonly<Partial<Record<PedigreeField, string>>>
  readonly types: Readonly<Record<string, DataType>>
}

/** An import from the choice of its files to what came of it. */
export interface ImportView {
  readonly step: 'choose' | 'sending' | 'reading' | 'report' | 'importing' | 'done' | 'undo'
  /** Whose it is; nobody sees another's. */
  readonly username: string
  /** What is sent, and how many files were left out since they are of other kinds. */
  readonly files: { readonly count: number; readonly bytes: number; readonly leftOut: number } | null
  readonly sentBytes: number
  readonly reportId: string | null
  readonly report: ImportReport | null
  /** What the report was read with. */
  readonly readWith: Reading | null
  readonly reading: Reading
  readonly password: string
  readonly progress: ImportProgress | null
  /** Why the last step did not succeed. */
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
  sameAs: '',
  map: {},
  types: {},
}

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
    progress: null,
    failure: null,
  }
}

export const importOpenAtom = atom(false)
export const importAtom = atom<ImportView>(newImport(''))
export const changeImportAtom = atom(null, (get, set, change: Partial<ImportView>) =>
  set(importAtom, { ...get(importAtom), ...change }),
)
export const changeReadingAtom = atom(null, (get, set, change: Partial<Reading>) => {
  const view = get(importAtom)
  set(importAtom, { ...view, reading: { ...view.reading, ...change }, failure: null })
})

/** Whether the report tells of other options than those in the form. */
export function isStale({ reading, readWith }: ImportView): boolean {
  return JSON.stringify(reading) !== JSON.stringify(readWith)
}

export function isUnderWay({ step }: ImportView): boolean {
  return step === 'sending' || step === 'reading' || step === 'importing'
}
