import { createInterface } from 'node:readline'
import type { Socket } from 'node:net'
import * as v from 'valibot'

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

export const FromServer = v.variant('kind', [
  v.object({ kind: v.literal('out'), text: v.string() }),
  v.object({ kind: v.literal('ask'), source: v.picklist(['terminal', 'input']) }),
  v.object({ kind: v.literal('end'), failure: v.nullable(v.string()) }),
])

/** Writes one line of JSON. */
export function sendFrame(socket: Socket, frame: v.InferOutput<typeof ToServer> | v.InferOutput<typeof FromServer>) {
  socket.write(`${JSON.stringify(frame)}\n`)
}

/** Parses the incoming lines of JSON. Throws on an invalid line. */
export async function* framesOf<Schema extends v.GenericSchema>(
  socket: Socket,
  schema: Schema,
): AsyncGenerator<v.InferOutput<Schema>, undefined> {
  for await (const line of createInterface({ input: socket })) yield v.parse(schema, JSON.parse(line))
}
