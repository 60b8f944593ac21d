import { connect } from 'node:net'

/** All bytes that a server sends on a connection until it closes it; the client sends `text` and never closes. */
export function bytesUntilClosed(address: string, text: string): Promise<string> {
  const { port, hostname } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    // A reset closes the connection too; the bytes before it count.
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(Buffer.concat(received).toString()))
    socket.write(text)
  })
}
