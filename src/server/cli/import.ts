import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  NO_MISSING_CODES,
  NO_REPEATS,
  NO_SAME_VARIABLES,
  PEDIGREE_FIELDS,
  readMissingCodes,
  readRepeatRules,
  readSameVariables,
  REPEATS,
  SIMILAR_IDS,
} from '#domain/imports/import-options.ts'
import { DEFAULT_COLLECTION, DEFAULT_STUDY } from '#domain/limits.ts'
import { countOf } from '#domain/numbers.ts'
import { type Command, type CommandContext, CommandFailure } from '#server/cli/command.ts'
import { recordCommand } from '#server/cli/recorded-change.ts'
import { readColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { reportText } from '#server/modules/imports/plan/report.ts'
import { undoImport, UndoRefused } from '#server/modules/imports/store/undo-import.ts'
import { countAccounts } from '#server/store/accounts/accounts.ts'

const USAGE =
  'Usage: npm run import -- DIR [--collection CODE] [--study ID] [--skip-bad-rows] [--id COLUMN|family+individual] [--map FIELD=COLUMN,…] [--repeat first|last|wide|count|any|worst] [--missing CODE,COLUMN=CODE,…] [--similar-ids join|apart] [--keep-na] [--same-as COLUMN=VARIABLE,…] [--update] [--dry-run] [--json] | npm run import -- --undo'

/** `npm run import`: imports the folder of a data set and prints a report. */
export const importData: Command = (words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      collection: { type: 'string', default: DEFAULT_COLLECTION },
      study: { type: 'string', default: DEFAULT_STUDY },
      'skip-bad-rows': { type: 'boolean', default: false },
      map: { type: 'string', default: '' },
      id: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      repeat: { type: 'string' },
      missing: { type: 'string' },
      'similar-ids': { type: 'string' },
      'keep-na': { type: 'boolean', default: false },
      update: { type: 'boolean', default: false },
      'same-as': { type: 'string' },
      undo: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [folder, ...others] = positionals
  if (values.undo && words.length === 1) return undo
  if (folder === undefined || others.length > 0) throw new CommandFailure(USAGE)
  if (values.collection.trim() === '') throw new CommandFailure('The collection code is blank.')
  if (values.study.trim() === '') throw new CommandFailure('The study is blank.')
  const map = values.map === '' ? new Map() : readColumnMap(values.map)
  if (map === null)
    throw new CommandFailure(`--map takes FIELD=COLUMN,…; the fields are ${PEDIGREE_FIELDS.join(', ')}.`)
  const columns = values.id === undefined ? map : new Map([...map, ['id' as const, values.id.trim()]])
  const repeat = values.repeat === undefined ? NO_REPEATS : readRepeatRules(values.repeat)
  if (repeat === null) throw new CommandFailure(`--repeat takes ${REPEATS.join(', ')}, as in last:DATE or TABLE=wide.`)
  const missing = values.missing === undefined ? NO_MISSING_CODES : readMissingCodes(values.missing)
  if (missing === null) throw new CommandFailure('--missing takes CODE,COLUMN=CODE,… as in --missing=-9,age=999.')
  const same = values['same-as'] === undefined ? NO_SAME_VARIABLES : readSameVariables(values['same-as'])
  if (same === null) throw new CommandFailure('--same-as takes COLUMN=VARIABLE,… as in --same-as sexe=SEX.')
  const similar = values['similar-ids'] ?? null
  const similarIds = SIMILAR_IDS.find((known) => known === similar) ?? null
  if (similar !== null && similarIds === null)
    throw new CommandFailure(`--similar-ids takes ${SIMILAR_IDS.join(' or ')}.`)
  const isDryRun = values['dry-run']
  return async (context) => {
    const result = await importFolder(context.database, resolve(context.folder, folder), {
      collection: values.collection.trim(),
      study: values.study.trim(),
      skipBadRows: values['skip-bad-rows'],
      map: columns,
      repeat,
      missing,
      similarIds,
      keepsNotAvailable: values['keep-na'],
      isUpdate: values.update,
      same,
      isDryRun,
      signal: context.signal,
      record: (connection, { individuals }) => recordCommand(connection, context, 'import', { folder, individuals }),
    })
    if (values.json) {
      context.out(JSON.stringify(result.report, null, 2))
      return
    }
    context.out(reportText(result, isDryRun))
    const accounts = await context.database.withConnection(countAccounts)
    if (accounts === 0) context.out('\nThere is no account yet: npm run user -- add NAME --admin')
  }
}

/** `npm run import -- --undo`: restores the data before the last import. */
async function undo(context: CommandContext): Promise<void> {
  const { individuals } = await undoImport(context.database, (connection) =>
    recordCommand(connection, context, 'import undo', {}),
  ).catch((error: unknown) => {
    throw error instanceof UndoRefused ? new CommandFailure(error.message) : error
  })
  context.out(`The last import is undone: ${countOf(individuals, 'individual')} fewer.`)
}
