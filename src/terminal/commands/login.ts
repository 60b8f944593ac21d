import { createInterface } from 'node:readline'
import { createInterface as createAsker } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { userinfo } from '#contract/session.ts'
import { connect, valueOf } from '#terminal/connect.ts'
import { EXIT, TerminalFailure, type Exit, type Streams, type TerminalContext } from '#terminal/context.ts'
import { print } from '#terminal/print.ts'
import { deleteSettings, serverOf, settingsFile, writeSettings } from '#terminal/settings.ts'

/** Keeps an access token that the server knows; it is typed without echo, or the first line of the input. */
export async function login(context: TerminalContext, [address]: readonly string[]): Promise<Exit> {
  const server = address === undefined ? context.server : serverOf(address)
  const token = await readToken(context, server)
  const { currentUser } = valueOf(await connect(server, token).call(userinfo, {}))
  if (!currentUser) throw new TerminalFailure(`${server} does not know this access token.`, EXIT.notSignedIn)
  const file = await writeSettings(context, { server, token })
  print(
    context,
    { server, username: currentUser.username, file },
    () => `Logged in as ${currentUser.username} on ${server}.`,
  )
  return EXIT.done
}

/** The token stays valid until it is revoked on the page. */
export async function logout(context: TerminalContext): Promise<Exit> {
  await deleteSettings(context)
  print(context, { file: settingsFile(context) }, () => 'The access token is forgotten. “Your account…” revokes it.')
  return EXIT.done
}

async function readToken({ input, error }: Streams, server: string): Promise<string> {
  if (input.isTTY !== true) {
    for await (const line of createInterface({ input })) return line.trim()
    return ''
  }
  error.write(`Access token of ${server} (“Your account…” makes one): `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asker = createAsker({ input, output: nowhere, terminal: true })
  const cancelled = new AbortController()
  asker.on('SIGINT', () => cancelled.abort())
  try {
    return (await asker.question('', { signal: cancelled.signal })).trim()
  } catch {
    throw new TerminalFailure('Nothing was changed.')
  } finally {
    asker.close()
    error.write('\n')
  }
}
