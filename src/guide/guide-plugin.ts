import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'

// Read before the aliases are known; a test holds it equal to GUIDE_PATH.
const FILE = 'guide/diver-guide.pdf'
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface GuideModule {
  readonly makeGuide: (folder: string) => Promise<Uint8Array>
}

/** Makes the guide from its sources as they are, key tables from the commands. */
async function guide(): Promise<Uint8Array> {
  const { module } = await runnerImport<GuideModule>(`${FOLDER}make-guide.ts`, { root: ROOT, configFile: false })
  return module.makeGuide(FOLDER)
}

/** Puts the How To Use guide beside the built page, and serves it during development. */
export function guideWithThePage(): Plugin {
  return {
    name: 'guide-with-the-page',
    async generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: FILE, source: await guide() })
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${FILE}`, async (_, response) => {
        const bytes = await guide()
        response.setHeader('content-type', 'application/pdf')
        response.end(bytes)
      })
    },
  }
}
