import { connect } from 'node:net'

/** All bytes that a server sends until it closes the connection; the client sends `text` and never closes. */
export function bytesUntilClosed(address: string, text: string): Promise<string> {
  const { port, hostname } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    // A reset closes the connection too; earlier bytes count.
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(Buffer.concat(received).toString()))
    socket.write(text)
  })
}
