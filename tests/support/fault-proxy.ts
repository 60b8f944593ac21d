import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Fault =
  /** The request is dropped without a response. */
  | 'refuse'
  /** The request is handled, and the response is lost. */
  | 'lose'
  /** Half of the response arrives. */
  | 'cut'
  /** The request waits until faults end. */
  | 'hold'
  | { readonly answer: number; readonly body: string }

/** A proxy between browser and product that injects faults. */
export interface FaultProxy {
  readonly url: string
  /** Number of injected faults. */
  readonly injected: () => number
  /** Injects a fault into requests whose method and path match ("POST /cohort/new"), permanently or so many times. */
  readonly inject: (match: RegExp, fault: Fault, times?: number) => void
  /** Ends all faults. */
  readonly clear: () => void
  /** Refuses and breaks connections like a stopped server; then accepts them again. */
  readonly down: () => Promise<void>
  readonly up: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Rule {
  readonly match: RegExp
  readonly fault: Fault
  left: number
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let rules: Rule[] = []
  let held: (() => void)[] = []
  let injected = 0
  const sockets = new Set<Socket>()

  const ruleFor = ({ method, url }: IncomingMessage) => {
    const call = `${method} ${(url ?? '').replace('/api/v0', '')}`
    const rule = rules.find(({ match, left }) => left > 0 && match.test(call))
    if (rule) {
      rule.left -= 1
      injected += 1
    }
    return rule?.fault
  }
  const server = createServer((incoming, outgoing) => {
    const fault = ruleFor(incoming)
    if (fault === 'refuse') return void incoming.socket.destroy()
    if (typeof fault === 'object') {
      incoming.resume()
      outgoing.writeHead(fault.answer, { 'content-type': 'application/json' })
      return void outgoing.end(fault.body)
    }
    const pass = () => forward(target, incoming, outgoing, fault === 'lose' || fault === 'cut' ? fault : undefined)
    if (fault === 'hold') held = [...held, pass]
    else pass()
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve(portOf(server.address())))
    })
  const port = await listen(0)
  const close = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    return closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    injected: () => injected,
    inject: (match, fault, times = Infinity) => {
      rules = [...rules, { match, fault, left: times }]
    },
    clear: () => {
      rules = []
      for (const pass of held.splice(0)) pass()
    },
    down: async () => {
      injected += 1
      await close()
    },
    up: async () => void (await listen(port)),
    stop: close,
  }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen.')
  return address.port
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, fault?: 'lose' | 'cut'): void {
  const { method = 'GET', url = '/', headers } = incoming
  const onward = request(`${target}${url}`, { method, headers }, (answer) => {
    if (fault === 'lose') {
      answer.resume()
      answer.once('end', () => incoming.socket.destroy())
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (fault === undefined) return void answer.pipe(outgoing)
    answer.once('data', (bytes: Buffer) => {
      outgoing.write(bytes.subarray(0, bytes.length >> 1), () => incoming.socket.destroy())
    })
  })
  onward.once('error', () => incoming.socket.destroy())
  incoming.pipe(onward)
}
