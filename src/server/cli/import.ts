import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  NO_SAME_VARIABLES,
  PEDIGREE_FIELDS,
  readMissingCodes,
  readRepeatRules,
  readSameVariables,
  REPEATS,
  SIMILAR_IDS,
} from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import { type Command, type CommandContext, CommandFailure } from '#server/cli/command.ts'
import { recordCommand } from '#server/cli/recorded-change.ts'
import { readColumnMap } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { importFolder } from '#server/modules/imports/import-folder.ts'
import { reportText } from '#server/modules/imports/plan/report.ts'
import { undoImport, UndoRefused } from '#server/modules/imports/store/undo-import.ts'
import { countAccounts } from '#server/store/accounts/accounts.ts'

const USAGE =
  'Usage: npm run import -- DIR [--collection CODE] [--study ID] [--skip-bad-rows] [--id COLUMN|family+individual] [--map FIELD=COLUMN,…] [--repeat first|last|wide|count|any|worst] [--missing CODE,COLUMN=CODE,…] [--similar-ids stop|join|apart] [--keep-na] [--new-options] [--same-as COLUMN=VARIABLE,…] [--update] [--dry-run] [--json] | npm run import -- --undo'

/** `npm run import`: imports the folder of a data set and prints a report. */
export const importData: Command = (words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      collection: { type: 'string' },
      study: { type: 'string' },
      'new-options': { type: 'boolean', default: false },
      'skip-bad-rows': { type: 'boolean', default: false },
      map: { type: 'string' },
      id: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      repeat: { type: 'string' },
      missing: { type: 'string' },
      'similar-ids': { type: 'string' },
      'keep-na': { type: 'boolean' },
      update: { type: 'boolean', default: false },
      'same-as': { type: 'string' },
      undo: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const [folder, ...others] = positionals
  if (values.undo && words.length === 1) return undo
  if (folder === undefined || others.length > 0) throw new CommandFailure(USAGE)
  if (values.collection?.trim() === '') throw new CommandFailure('The collection code is blank.')
  if (values.study?.trim() === '') throw new CommandFailure('The study is blank.')
  const map = asked(values.map, readColumnMap)
  if (map === 'malformed')
    throw new CommandFailure(`--map takes FIELD=COLUMN,…; the fields are ${PEDIGREE_FIELDS.join(', ')}.`)
  const columns = values.id === undefined ? map : new Map([...(map ?? []), ['id' as const, values.id.trim()]])
  const repeat = asked(values.repeat, readRepeatRules)
  if (repeat === 'malformed')
    throw new CommandFailure(`--repeat takes ${REPEATS.join(', ')}, as in last:DATE or TABLE=wide.`)
  const missing = asked(values.missing, readMissingCodes)
  if (missing === 'malformed')
    throw new CommandFailure('--missing takes CODE,COLUMN=CODE,… as in --missing=-9,age=999.')
  const same = asked(values['same-as'], readSameVariables)
  if (same === 'malformed') throw new CommandFailure('--same-as takes COLUMN=VARIABLE,… as in --same-as sexe=SEX.')
  const similar = values['similar-ids'] ?? null
  const similarIds = SIMILAR_IDS.find((known) => known === similar) ?? null
  if (similar !== null && similarIds === null)
    throw new CommandFailure(`--similar-ids takes ${SIMILAR_IDS.join(' or ')}.`)
  const isDryRun = values['dry-run']
  return async (context) => {
    const result = await importFolder(context.database, resolve(context.folder, folder), {
      collection: values.collection?.trim() ?? null,
      study: values.study?.trim() ?? null,
      isNewOptions: values['new-options'],
      skipBadRows: values['skip-bad-rows'],
      map: columns,
      repeat,
      missing,
      similarIds,
      keepsNotAvailable: values['keep-na'] ?? null,
      isUpdate: values.update,
      same: same ?? NO_SAME_VARIABLES,
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

/** The parsed option; null without it. */
function asked<Parsed>(text: string | undefined, parse: (text: string) => Parsed | null): Parsed | null | 'malformed' {
  return text === undefined ? null : (parse(text) ?? 'malformed')
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
