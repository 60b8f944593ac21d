import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

export interface BarePage {
  readonly url: string
  /** JavaScript in brotli. */
  readonly kilobytes: number
  readonly stop: () => Promise<void>
}

/** A page of React and nothing else, built and served as the product is: the least that any first screen takes. */
export async function serveBarePage(): Promise<BarePage> {
  const outDir = mkdtempSync(join(tmpdir(), 'diver-bare-page-'))
  const root = join(import.meta.dirname, 'bare-page')
  await build({ configFile: false, root, logLevel: 'silent', plugins: [react()], build: { outDir } })
  const scripts = readdirSync(join(outDir, 'assets')).map((name) => `/assets/${name}`)
  const page = readFileSync(join(outDir, 'index.html'))
  const sent = new Map(scripts.map((path) => [path, brotliCompressSync(readFileSync(join(outDir, path)))]))
  rmSync(outDir, { recursive: true })

  const server = createServer(({ url = '/' }, response) => {
    const script = sent.get(url)
    if (script) response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script)
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare page has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    kilobytes: [...sent.values()].reduce((sum, { length }) => sum + length, 0) / 1000,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
