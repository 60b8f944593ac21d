import { fileURLToPath } from 'node:url'
import { runnerImport, type Plugin } from 'vite'

// Evaluated before the aliases exist; a test compares it with GUIDE_PATH.
const FILE = 'guide/diver-guide.pdf'
const FOLDER = fileURLToPath(new URL('../guide/', import.meta.url))
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface GuideModule {
  readonly makeGuide: (folder: string) => Promise<Uint8Array>
}

/** A virtual module for the Help pane, with a module for each page: a page loads when it is read. */
const HANDBOOK_MODULE = 'virtual:handbook'
const RESOLVED_HANDBOOK = `\0${HANDBOOK_MODULE}`
const isOfHandbook = (id: string) => id === HANDBOOK_MODULE || id.startsWith(`${HANDBOOK_MODULE}/`)

interface HandbookModule {
  readonly readHandbook: (folder: string) => Promise<Pages>
}

type Pages = readonly { readonly id: string }[]

async function readPages(): Promise<Pages> {
  const { module } = await runnerImport<HandbookModule>(`${FOLDER}read-pages.ts`, { root: ROOT, configFile: false })
  return module.readHandbook(FOLDER)
}

function loaders(pages: Pages): string {
  const entries = pages.map(({ id }) => `${id}: () => import('${HANDBOOK_MODULE}/${id}')`)
  return `export default { ${entries.join(', ')} }`
}

/** The page as a module, with the URLs of its pictures. */
function pageModule(pages: Pages, wanted: string): string {
  const page = JSON.stringify(pages.find(({ id }) => id === wanted))
  const pictures = [...new Set([...page.matchAll(/"src":"\.\.\/pictures\/([\w.-]+)"/g)].map(([, file = '']) => file))]
  const imports = pictures.map((file, place) => `import picture${place} from '/src/guide/pictures/${file}?url'\n`)
  const withAddresses = pictures.reduce<string>(
    (text, file, place) => text.replaceAll(`"src":"../pictures/${file}"`, `"src":picture${place}`),
    page,
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
  let reading: Promise<Pages> | null = null
  return {
    name: 'guide-with-the-page',
    resolveId: (id) => (isOfHandbook(id) ? `\0${id}` : undefined),
    load: async (id) => {
      if (!id.startsWith(RESOLVED_HANDBOOK)) return undefined
      const pages = await (reading ??= readPages())
      return id === RESOLVED_HANDBOOK ? loaders(pages) : pageModule(pages, id.slice(RESOLVED_HANDBOOK.length + 1))
    },
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
