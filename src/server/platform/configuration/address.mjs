import { createServer } from 'node:net'

export const DEFAULT_HOST = '127.0.0.1'
export const DEFAULT_PORT = 8080

export const PORT_TAKEN = 'PORT: another process listens there.'

/**
 * Whether another process listens where the server would. A host or port that is none is for the settings to refuse.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Promise<boolean>}
 */
export function isPortTaken({ HOST: host, PORT: port }) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'))
    try {
      probe.listen(Number(port || DEFAULT_PORT), host || DEFAULT_HOST, () => probe.close(() => resolve(false)))
    } catch {
      resolve(false)
    }
  })
}
