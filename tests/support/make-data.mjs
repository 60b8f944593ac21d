import { spawn } from 'node:child_process'

/**
 * Creates synthetic data in an empty folder by starting and stopping the built product.
 *
 * @param {string} folder
 * @returns {Promise<void>}
 */
export function makeData(folder) {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn', DEMO_SCALE: '0.02' }
  const server = spawn('node', ['src/server/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      if (chunk.toString().includes('Listening on')) server.kill('SIGTERM')
    })
    server.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Making the data ended with ${code}.`))))
  })
}
