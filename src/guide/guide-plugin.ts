import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'

// Evaluated before the aliases exist; a test compares it with GUIDE_PATH.
const FILE = 'guide/diver-guide.pdf'
const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface GuideModule {
  readonly makeGuide: (folder: string) => Promise<Uint8Array>
}

/** A virtual module for the Help pane: the handbook's pages and their picture URLs. */
const HANDBOOK_MODULE = 'virtual:handbook'
const RESOLVED_HANDBOOK = `\0${HANDBOOK_MODULE}`

interface HandbookModule {
  readonly readHandbook: (folder: string) => Promise<readonly { readonly id: string }[]>
}

async function handbook(): Promise<string> {
  const { module } = await runnerImport<HandbookModule>(`${FOLDER}read-pages.ts`, { root: ROOT, configFile: false })
  const pages = JSON.stringify(await module.readHandbook(FOLDER))
  const pictures = [...new Set([...pages.matchAll(/"src":"\.\.\/pictures\/([\w.-]+)"/g)].map(([, file = '']) => file))]
  const imports = pictures.map((file, place) => `import picture${place} from '/src/guide/pictures/${file}?url'\n`)
  const withAddresses = pictures.reduce<string>(
    (text, file, place) => text.replaceAll(`"src":"../pictures/${file}"`, `"src":picture${place}`),
    pages,
  )
  return `${imports.join('')}export default ${withAddresses}`
}

/** Builds the guide from its sources, with key tables from the commands. */
async function guide(): Promise<Uint8Array> {
  const { module } = await runnerImport<GuideModule>(`${FOLDER}make-guide.ts`, { root: ROOT, configFile: false })
  return module.makeGuide(FOLDER)
}

/** Emits the How To Use guide into the build, and serves it during development. */
export function guideWithThePage(): Plugin {
  return {
    name: 'guide-with-the-page',
    resolveId: (id) => (id === HANDBOOK_MODULE ? RESOLVED_HANDBOOK : undefined),
    load: (id) => (id === RESOLVED_HANDBOOK ? handbook() : undefined),
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
