import type { User } from '#server/accounts/user.ts'
import { callerOf } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusal.ts'
import { routeFor, type Api, type Incoming, type Mounted } from '#server/http/route-for.ts'
import { insertAuditRow, type AuditRow } from '#server/queries/audit.ts'
import { inTurn, type Connection } from '#server/storage/database.ts'

/** A call that leaves a row in the audit table, whether it succeeds or is refused. */
export interface IncomingChange<Input> extends Incoming<Input> {
  /** A transaction in turn: what the work did is kept together with the row that tells of it, or not at all. */
  readonly change: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /** Says who calls where nobody is signed in yet. */
  readonly callFor: (username: string) => void
  /** Says more of what it is about than the ids that were sent; never anything of the data. */
  readonly tellOf: (more: Readonly<Record<string, unknown>>) => void
}

/** Mounts a handler whose calls are recorded: who did what to which thing, when, and with which outcome. */
export function routeForChange<Request, Input>(
  api: Api,
  endpoint: Mounted<Request, Input>,
  handler: (incoming: IncomingChange<Input>) => Promise<object>,
): void {
  const { database, clock, settings } = api.services
  routeFor(api, endpoint, async (incoming) => {
    let username: string | null = null
    let subject: Record<string, unknown> = {}

    const rowWith = (status: number, made: unknown): AuditRow => ({
      now: clock(),
      username,
      address: callerOf(incoming.context, settings).address,
      action: `${endpoint.method} ${endpoint.path}`,
      subject: JSON.stringify(typeof made === 'number' ? { ...subject, made } : subject),
      status,
    })
    try {
      return await handler({
        ...incoming,
        authenticate: async (): Promise<User> => {
          const user = await incoming.authenticate()
          username = user.username
          return user
        },
        validate: async () => {
          const input = await incoming.validate()
          subject = idsOf(input)
          return input
        },
        callFor: (name) => {
          username = name
        },
        tellOf: (more) => {
          subject = { ...subject, ...more }
        },
        change: (work) =>
          inTurn(database, async (connection) => {
            const result = await work(connection)
            await insertAuditRow(connection, rowWith(200, result))
            return result
          }),
      })
    } catch (error) {
      // Of those who are nobody only failed logins are of interest.
      if (username !== null || endpoint.path === '/login') {
        const status = error instanceof Refusal ? error.status : 500
        await inTurn(database, (connection) => insertAuditRow(connection, rowWith(status, null)))
      }
      throw error
    }
  })
}

const NAMES_A_THING = /id$|^variable_name$/

/** Which things a call is about; nothing of what was typed or answered. */
function idsOf(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {}
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => NAMES_A_THING.test(name) && value !== null && value !== undefined),
  )
}
