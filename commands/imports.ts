import type { CommandContext } from '#command-kit/context.ts'
import { action, link } from '#command-kit/declaration.ts'
import { isOffered } from '#contract/endpoint.ts'
import type { importNew } from '#contract/imports.ts'
import { guideAddress } from '#domain/guide.ts'
import { PASSWORD_MIN } from '#domain/limits.ts'
import { CONFIRMATION, importAtom, isStale, isUnderWay, type Settlement, SETTLEMENTS } from '#features/imports/state.ts'

declare module '#commands/signatures.ts' {
  interface CommandSignatures {
    'import.open': Nothing
    'import.help': Nothing
    'import.read': Nothing
    'import.run': Nothing
    'import.leave-out': { path: string }
    'import.accept-missing': { codes: string }
    'import.settle': { settlement: Settlement }
    'import.choose-id': { column: string }
    'import.cancel': Nothing
    'import.start-over': Nothing
    'import.undo': Nothing
    'import.undo-now': Nothing
  }
}

/** Not the row itself: with its schemas the first screen would exceed its size limit. */
const IMPORT: Pick<typeof importNew, 'capability'> = { capability: 'import' }

/** For administrators, if the back end accepts imports. */
function visible({ user, capabilities }: CommandContext): boolean {
  return user?.isAdmin === true && isOffered(IMPORT, capabilities)
}

const common = { section: 'Import', visible } as const
const NOTHING_READ = { because: 'No files were read yet.' } as const
const UNDER_WAY = { because: 'Wait until it is done, or cancel it.' } as const

/** Lazy: the first screen does not need them. */
const loadUseCases = () => import('#features/imports/use-cases.ts')

/** Import of an administrator's own data. */
export const importCommands = {
  'import.open': action<'import.open'>({
    ...common,
    title: 'Import data…',
    keywords: ['upload', 'redcap', 'bids', 'csv', 'plink', 'own study', 'load'],
    help: 'Imports your own study: upload, check, correct and store its files.',
    places: [{ location: 'header', order: 80 }],
    run: async (context) => (await loadUseCases()).openImport(context),
  }),
  'import.help': link<'import.help'>({
    ...common,
    title: 'Help for importing data',
    keywords: ['guide', 'formats'],
    help: 'Opens the guide at its chapter about importing, in a new tab.',
    url: () => guideAddress('import'),
  }),
  'import.read': action<'import.read'>({
    ...common,
    title: 'Read the files again',
    keywords: ['report', 'check', 'types', 'columns'],
    help: 'Reads the files again with the current options and types.',
    available: ({ store }) => {
      const view = store.get(importAtom)
      if (isUnderWay(view)) return UNDER_WAY
      if (view.step !== 'report') return NOTHING_READ
      return isStale(view) || { because: 'The report already uses these options.' }
    },
    run: async (context) => (await loadUseCases()).readFiles(context),
  }),
  'import.leave-out': action<'import.leave-out'>({
    section: 'Import',
    // Only in the report, beside a file's problems.
    visible: (context, { path }) => visible(context) && path !== undefined,
    title: (_context, { path }) => (path === undefined ? 'Leave a file out' : `Leave ${path} out`),
    help: 'Reads the files again without this one.',
    available: ({ store }) => store.get(importAtom).step === 'report' || UNDER_WAY,
    run: async (context, { path }) => (await loadUseCases()).leaveFileOut(context, path),
  }),
  'import.accept-missing': action<'import.accept-missing'>({
    section: 'Import',
    // Only in the report, beside the finding.
    visible: (context, { codes }) => visible(context) && codes !== undefined,
    title: (_context, { codes }) => (codes === undefined ? 'Read codes as missing' : `Read ${codes} as missing`),
    help: 'Adds the codes to the missing codes, and reads the files again.',
    available: ({ store }) => store.get(importAtom).step === 'report' || UNDER_WAY,
    run: async (context, { codes }) => (await loadUseCases()).acceptMissing(context, codes),
  }),
  'import.settle': action<'import.settle'>({
    section: 'Import',
    // Only in the report, beside the finding.
    visible: (context, { settlement }) => visible(context) && settlement !== undefined,
    title: (_context, { settlement }) =>
      settlement === undefined ? 'Settle a finding' : SETTLEMENTS[settlement].label,
    help: 'Changes the options as the finding needs it, and reads the files again.',
    available: ({ store }) => store.get(importAtom).step === 'report' || UNDER_WAY,
    run: async (context, { settlement }) =>
      (await loadUseCases()).readFilesWith(context, SETTLEMENTS[settlement].options),
  }),
  'import.choose-id': action<'import.choose-id'>({
    section: 'Import',
    // Only in the report, beside the finding.
    visible: (context, { column }) => visible(context) && column !== undefined,
    title: (_context, { column }) => (column === undefined ? 'Choose the id column' : `The ids are in ${column}`),
    help: 'Takes the column as the one with the ids, and reads the files again.',
    available: ({ store }) => store.get(importAtom).step === 'report' || UNDER_WAY,
    run: async (context, { column }) =>
      (await loadUseCases()).readFilesWith(context, {
        map: { ...context.store.get(importAtom).reading.map, id: column },
      }),
  }),
  'import.run': action<'import.run'>({
    ...common,
    title: 'Import what was read',
    help: 'Imports the files as reported, completely or not at all.',
    available: ({ store }) => {
      const view = store.get(importAtom)
      if (isUnderWay(view)) return UNDER_WAY
      if (view.step !== 'report' || !view.report) return NOTHING_READ
      if (isStale(view)) return { because: 'Read the files again first: the options have changed.' }
      if (!view.report.canRun) return { because: 'Solve the blocking problems first.' }
      if (view.report.replaces !== null && view.confirmation !== CONFIRMATION)
        return { because: `Type “${CONFIRMATION}” first: they are deleted.` }
      const isLacking = view.report.needsPassword && view.password.length < PASSWORD_MIN
      return !isLacking || { because: `Choose a password of at least ${PASSWORD_MIN} characters first.` }
    },
    run: async (context) => (await loadUseCases()).runImport(context),
  }),
  'import.cancel': action<'import.cancel'>({
    ...common,
    title: 'Cancel the import',
    help: 'Cancels the upload, check or import; nothing is changed.',
    available: ({ store }) => isUnderWay(store.get(importAtom)) || { because: 'No import is running.' },
    run: async (context) => (await loadUseCases()).cancelImport(context),
  }),
  'import.start-over': action<'import.start-over'>({
    ...common,
    title: 'Choose other files to import',
    help: 'Deletes the uploaded files, and starts with other files.',
    available: ({ store }) => {
      const view = store.get(importAtom)
      if (isUnderWay(view)) return UNDER_WAY
      return view.step !== 'choose' || NOTHING_READ
    },
    run: async (context) => (await loadUseCases()).cancelImport(context),
  }),
  'import.undo': action<'import.undo'>({
    ...common,
    title: 'Undo the last import…',
    keywords: ['revert', 'take back', 'roll back'],
    help: 'Shows whether the last import can be undone, and asks for confirmation.',
    run: async (context) => (await loadUseCases()).askToUndo(context),
  }),
  'import.undo-now': action<'import.undo-now'>({
    section: 'Import',
    // Only in the dialog, which explains the effects.
    visible: (context) => visible(context) && context.store.get(importAtom).step === 'undo',
    title: 'Undo this import',
    help: 'Restores the data and the members of cohorts before the last import.',
    available: ({ store }) =>
      store.get(importAtom).progress?.undoable != null || { because: 'There is no import that can be undone.' },
    run: async (context) => (await loadUseCases()).undoLastImport(context),
  }),
}
