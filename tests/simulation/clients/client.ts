import type { Documentation, Endpoint } from '#contract/endpoint.ts'
import type { TrashKind } from '#contract/trash.ts'
import type { SessionEvent, Write } from '#tests/simulation/history.ts'
import { send, type Heard, type Network } from '#tests/simulation/network.ts'
import type { Choices } from '#tests/simulation/random.ts'
import type { Scheduler } from '#tests/simulation/scheduler.ts'

/** A saved object that the clients of an account know. */
export interface KnownObject {
  readonly kind: TrashKind
  readonly id: number
  /** Its name, which no other object has. */
  readonly name: string
  isDeleted: boolean
}

/** What the clients of one account share. */
export interface Account {
  readonly username: string
  readonly isAdmin: boolean
  readonly objects: KnownObject[]
  /** Passwords that may be the present one, the likeliest last. */
  readonly passwords: string[]
  /** All tokens that were given to the account. */
  readonly tokens: string[]
}

/** One browser of an account. */
export interface Client {
  readonly name: string
  readonly account: Account
  readonly choices: Choices
  token: string | null
}

/** Everything that an action of a client needs. */
export interface Surroundings {
  readonly network: Network
  readonly scheduler: Scheduler
  readonly client: Client
  /** A word that nothing else of this simulation has. */
  readonly newWord: () => string
  /** How likely a change is sent twice at once. */
  readonly doubleSends: number
}

/** What a request means for the model. */
export interface Meaning {
  readonly words: string
  readonly writes?: readonly Write[]
  readonly session?: SessionEvent
  /** The session of the request; by default the client's. */
  readonly token?: string | null
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly isJob?: boolean
}

type AnyEndpoint<Sent, Input, Answer> = Endpoint<Sent, Input, Answer> & Pick<Documentation, 'audit'>

/** Sends one request without an idempotency key. */
export function ask<Sent, Input, Answer>(
  { network, client }: Surroundings,
  endpoint: AnyEndpoint<Sent, Input, Answer>,
  input: Sent,
  meaning: Meaning,
): Promise<Heard<Answer> | null> {
  return send(network, endpoint, input, askedBy(client, meaning, null))
}

const ATTEMPTS_MAX = 6
const KEY_BYTES = 16

/**
 * Sends a change by an idempotency key until a response is heard, as the front end does; sometimes twice at once. Null if
 * none was heard.
 */
export async function change<Sent, Input, Answer>(
  surroundings: Surroundings,
  endpoint: AnyEndpoint<Sent, Input, Answer>,
  input: Sent,
  meaning: Meaning,
): Promise<Heard<Answer> | null> {
  const { network, client, doubleSends } = surroundings
  const key = Buffer.from(client.choices.bytes(KEY_BYTES)).toString('hex')
  const once = () => send(network, endpoint, input, askedBy(client, meaning, key))
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (attempt > 0) await pause(surroundings)
    const other = client.choices.isChance(doubleSends) ? once() : null
    const heard = (await once()) ?? (await other)
    await other
    if (heard !== null && heard.operation.outcome !== 'unsure') return heard
  }
  return null
}

function askedBy({ name, account, token }: Client, meaning: Meaning, key: string | null) {
  return {
    client: name,
    account: account.username,
    words: meaning.words,
    token: meaning.token === undefined ? token : meaning.token,
    key,
    writes: meaning.writes ?? [],
    session: meaning.session ?? null,
    ...(meaning.bytes && { bytes: meaning.bytes }),
    ...(meaning.isJob && { isJob: true }),
  }
}

/** Waits until the client is scheduled. */
export function pause({ scheduler, client }: Surroundings): Promise<void> {
  return scheduler.step({ label: `${client.name} goes on`, process: null }, () => Promise.resolve())
}
