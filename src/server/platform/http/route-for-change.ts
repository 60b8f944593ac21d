import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { CHANGE_KEY } from '#contract/endpoint.ts'
import { RIGHTS_CHANGED } from '#domain/messages.ts'
import type { AuditRow } from '#server/model/change-record.ts'
import type { User } from '#server/model/user.ts'
import { inTransaction, type Connection } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { statusOf } from '#server/platform/http/error-responses.ts'
import { conflict, malformed } from '#server/platform/http/refusal.ts'
import { routeFor, type Api, type Incoming, type Mounted } from '#server/platform/http/route-for.ts'
import type { HttpServices } from '#server/platform/http/services.ts'

/** A request that adds an audit row, whether it succeeds or is refused. */
export interface IncomingChange<Input, Services extends HttpServices = HttpServices> extends Incoming<Input, Services> {
  /** A transaction under the write lock. The change and its audit row are committed together or not at all. */
  readonly change: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /** A transaction without the write lock, for pure inserts: it does not wait for an import. */
  readonly add: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  /** Creates a thing and returns its id. Idempotent: the same key returns the same id. */
  readonly make: (work: (connection: Connection) => Promise<number>) => Promise<number>
  readonly alter: (work: (connection: Connection) => Promise<void>) => Promise<void>
  /** Sets the audited account where no user is signed in. */
  readonly auditAs: (username: string) => void
  /** Adds details to the audit row beside the ids of the request; never research data. */
  readonly addDetails: (more: Readonly<Record<string, unknown>>) => void
}

/** Mounts a handler whose requests are audited: user, action, subject, time, outcome. */
export function routeForChange<Request, Input, Services extends HttpServices>(
  api: Api<Services>,
  endpoint: Mounted<Request, Input> & { readonly audit: string },
  handler: (incoming: IncomingChange<Input, Services>) => Promise<object>,
): void {
  const { database, clock, settings, changes } = api.services
  routeFor(api, endpoint, async (incoming) => {
    let username: string | null = null
    let accountId: number | null = null
    let tokenId: string | null = null
    let subject: Record<string, unknown> = {}
    /** Refuses if the session has ended or the rights have changed since: the change may have waited for the write lock. */
    let requireSameRights = async (_own: Connection): Promise<void> => undefined

    const action = `${endpoint.method} ${endpoint.path}`
    const rowWith = (status: number, made: unknown): AuditRow => ({
      now: clock(),
      username,
      address: callerOf(incoming.context, settings).address,
      action,
      subject: {
        ...subject,
        ...(typeof made === 'number' && { made }),
        ...(tokenId !== null && { by_token: tokenId }),
      },
      status,
    })
    const recorded =
      <Result>(work: (connection: Connection) => Promise<Result>) =>
      async (connection: Connection) => {
        await requireSameRights(connection)
        const result = await work(connection)
        await changes.insertAuditRow(connection, rowWith(200, result))
        // The commit is next: a response at the time limit could deny a change that is made.
        incoming.limit.signal.throwIfAborted()
        incoming.limit.lift()
        return result
      }
    const change: IncomingChange<Input>['change'] = (work) =>
      withWriteLock(database, recorded(work), incoming.limit.signal)
    const add: IncomingChange<Input>['add'] = (work) => inTransaction(database, recorded(work), incoming.limit.signal)
    const changeByKey = (work: (connection: Connection) => Promise<number | null>) => {
      const key = settings.capabilities.includes('change-keys') ? idempotencyKeyOf(incoming.context, action) : null
      if (key === null || accountId === null) return change(work)
      const keyed = { accountId, key, now: clock() }
      return change(async (tx) =>
        changes.runOnce(tx, { ...keyed, requestHash: await hashOfRequest(incoming.context) }, work),
      )
    }
    try {
      return await handler({
        ...incoming,
        authenticate: async (options): Promise<User> => {
          const user = await incoming.authenticate(options)
          username = user.username
          accountId = user.accountId
          tokenId = user.tokenId ?? null
          requireSameRights = async (tx) => {
            const now = await api.services.signedIn(tx, incoming.context, { ...options, endpoint })
            if (!hasSameRights(user, now)) throw conflict(RIGHTS_CHANGED)
          }
          return user
        },
        validate: async () => {
          const input = await incoming.validate()
          subject = idsOf(input)
          return input
        },
        auditAs: (name) => {
          username = name
        },
        addDetails: (more) => {
          subject = { ...subject, ...more }
        },
        change,
        add,
        make: async (work) => {
          const made = await changeByKey(work)
          if (made === null) throw new Error('What was made has no id.')
          return made
        },
        alter: async (work) => {
          await changeByKey(async (tx) => {
            await work(tx)
            for (const id of Object.values(subject)) {
              if (endpoint.method !== 'DELETE' || accountId === null || typeof id !== 'number') continue
              await changes.deleteKeys(tx, accountId, id)
            }
            return null
          })
        },
      })
    } catch (error) {
      // Anonymous requests: audit failed logins only.
      if (username !== null || endpoint.path === '/login') {
        const status = statusOf(error)
        await changes.recordRefusal(rowWith(status, null))
      }
      throw error
    }
  })
}

function hasSameRights(one: User, other: User): boolean {
  return one.isAdmin === other.isAdmin && one.collections.join() === other.collections.join()
}

const NAMES_A_THING = /id$|^variable_name$/

/** The ids of a request; nothing that a user typed. */
function idsOf(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {}
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => NAMES_A_THING.test(name) && value !== null && value !== undefined),
  )
}

const KEY = /^[\w-]{16,64}$/

/** The idempotency key of a request with its action; null where there is none. */
function idempotencyKeyOf(context: Context, action: string): string | null {
  const key = context.req.header(CHANGE_KEY)
  if (key === undefined) return null
  if (!KEY.test(key)) throw malformed([{ path: CHANGE_KEY, message: 'A key is 16 to 64 letters, digits, - or _.' }])
  return `${action} ${key}`
}

/** SHA-256 of the body or the query as sent: a key is for one request. */
async function hashOfRequest({ req }: Context): Promise<string> {
  const sent = req.method === 'POST' ? await req.text() : JSON.stringify(req.query())
  return createHash('sha256').update(sent).digest('base64url')
}
