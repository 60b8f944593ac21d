import { parseArgs } from 'node:util'
import { type Command, CommandFailure, HelpRequested } from '#server/cli/command.ts'
import {
  addUser,
  changeCollections,
  changePassword,
  listUsers,
  removeUser,
  turnOffSecondFactor,
} from '#server/cli/user-actions.ts'

const USAGE = [
  'Usage: npm run user -- add NAME [--collections bp,sz] [--admin] [--password-stdin]',
  '       npm run user -- list',
  '       npm run user -- remove NAME',
  '       npm run user -- password NAME [--password-stdin]',
  '       npm run user -- second-factor-off NAME',
  '       npm run user -- collections NAME bp,sz',
].join('\n')

/** `npm run user`: adds, lists, changes and removes accounts. */
export const user: Command = (words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      collections: { type: 'string', default: '' },
      admin: { type: 'boolean', default: false },
      'password-stdin': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) throw new HelpRequested(USAGE)
  const [action = '', username = '', codes] = positionals
  const passwordFrom = values['password-stdin'] ? 'input' : 'terminal'
  const counts = new Map([
    ['add', 2],
    ['list', 1],
    ['remove', 2],
    ['password', 2],
    ['second-factor-off', 2],
    ['collections', 3],
  ])
  if (positionals.length !== counts.get(action)) throw new CommandFailure(USAGE)
  return (context) => {
    if (action === 'list') return listUsers(context)
    if (action === 'remove') return removeUser(context, username)
    if (action === 'password') return changePassword(context, username, passwordFrom)
    if (action === 'second-factor-off') return turnOffSecondFactor(context, username)
    if (action === 'collections') return changeCollections(context, username, codeList(codes ?? ''))
    const collections = codeList(values.collections)
    return addUser(context, { username, collections, isAdmin: values.admin, passwordFrom })
  }
}

/** "bp, sz" gives bp and sz; an empty text gives no collection. */
function codeList(text: string): string[] {
  const codes = text.split(',').map((code) => code.trim())
  return [...new Set(codes.filter((code) => code !== ''))]
}
