import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Plugin, isRunnableDevEnvironment, type RunnableDevEnvironment, runnerImport } from 'vite'

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

const OF_THE_APP = /^\/(api\/v0|codebooks)\//
const MODULE = '/src/server/app/development/development-api.ts'

interface DevelopmentModule {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Serves the API during development; loaded with the first request, and reloaded after a change. */
export function apiDuringDevelopment(): Plugin {
  return {
    name: 'api-during-development',
    configureServer: ({ middlewares, environments }) => {
      middlewares.use((request, response, next) => {
        const environment = environments['server']
        const isCall = OF_THE_APP.test(request.url ?? '')
        if (!isCall || !environment || !isRunnableDevEnvironment(environment)) next()
        else void handOn(environment, request, response, next)
      })
    },
  }
}

async function handOn(
  environment: RunnableDevEnvironment,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (error: unknown) => void,
): Promise<void> {
  try {
    const { answer } = await environment.runner.import<DevelopmentModule>(MODULE)
    await answer(request, response)
  } catch (error) {
    fail(error)
  }
}

/** Sonner writes a style tag when it loads, which the content security policy refuses; its sheet is imported instead. */
export function sonnerWithoutStyleTag(): Plugin {
  return {
    name: 'sonner-without-style-tag',
    transform: (code, id) => (id.includes('/sonner/dist/') ? code.replace(/^__insertCSS\(/m, 'void (') : null),
  }
}

/** The first style sheet of a page determines the order of the layers, and any chunk may be the first. */
export function layersInOrder(): Plugin {
  return {
    name: 'layers-in-order',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('.module.css') ? `@layer reset, tokens, base, components;\n${code}` : null),
  }
}

const COMPRESSIBLE = /\.(?:js|css|svg)$/

/** Writes each text file in brotli and gzip too, at the highest level; the server sends these files. */
export function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle: async ({ dir = '' }, bundle) => {
      const names = Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name))
      const compressed = names.map(async (name) => {
        const file = join(dir, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
      })
      await Promise.all(compressed)
    },
  }
}
