import { createInterface } from 'node:readline'
import type { Socket } from 'node:net'
import * as v from 'valibot'

/** What whoever typed a command sends to the server: the command, then what it asks for. */
export const ToServer = v.variant('kind', [
  v.object({
    kind: v.literal('run'),
    name: v.string(),
    words: v.array(v.string()),
    folder: v.string(),
    typedBy: v.string(),
  }),
  v.object({ kind: v.literal('password'), password: v.string() }),
])
export type TypedCommand = Omit<Extract<v.InferOutput<typeof ToServer>, { kind: 'run' }>, 'kind'>

/** What the server sends: lines to show, a question, and in the end whether it failed and why. */
export const FromServer = v.variant('kind', [
  v.object({ kind: v.literal('out'), text: v.string() }),
  v.object({ kind: v.literal('ask'), source: v.picklist(['terminal', 'input']) }),
  v.object({ kind: v.literal('end'), failure: v.nullable(v.string()) }),
])

/** Writes a frame: a line of JSON. */
export function sendFrame(socket: Socket, frame: v.InferOutput<typeof ToServer> | v.InferOutput<typeof FromServer>) {
  socket.write(`${JSON.stringify(frame)}\n`)
}

/** The frames that come in, until the other side ends. Throws where one is none. */
export async function* framesOf<Schema extends v.GenericSchema>(
  socket: Socket,
  schema: Schema,
): AsyncGenerator<v.InferOutput<Schema>, undefined> {
  for await (const line of createInterface({ input: socket })) yield v.parse(schema, JSON.parse(line))
}
