import type { Plugin, Rolldown } from 'vite'

/** The chunks of vite.config.ts that each page with a session needs. */
const OF_EACH_PAGE = new Set(['signed-in', 'palette'])

/** A screen with a file of its own; a page of another one names only the files of each page. */
const SCREEN = / screen: \(\) => import\(/g
const REQUESTS = / firstRequests: /g
/** The path of a route, or the constant that holds it, its first requests and the module of its screen. */
const ROUTE =
  / path: ('[^']+'|[A-Z_]+),(?:\s+firstRequests: \[([^\]]*)\],)?[^}]*? screen: \(\) => import\('#([^']+)'\)/g

/**
 * Writes what a page with a session needs first: the files of each page, and the files and requests of the screen of each
 * path, as the commands declare them. The server names them in the page, so that the browser fetches them at once.
 */
export function firstFiles(): Plugin {
  const screens: { path: string; requests: string[]; module: string }[] = []
  return {
    name: 'first-files',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/commands\/[\w-]+\.ts$/.test(id)) return null
      const routes = [...code.matchAll(ROUTE)]
      if (routes.length !== [...code.matchAll(SCREEN)].length) {
        this.error(`${id} declares a screen whose path is not found.`)
      }
      if (routes.filter(([, , requests]) => requests !== undefined).length !== [...code.matchAll(REQUESTS)].length) {
        this.error(`${id} declares first requests that do not follow the path of a screen.`)
      }
      for (const [, path = '', requests = '', module = ''] of routes) {
        const named = new RegExp(`const ${path} = ('.*')`).exec(code)?.[1]
        screens.push({
          path: (named ?? path).slice(1, -1),
          requests: [...requests.matchAll(/'([^']+)'/g)].map(([, request = '']) => request),
          module: `/src/${module}`,
        })
      }
      return null
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const first = filesOf(
        bundle,
        chunks.filter(({ name }) => name === 'login'),
      )
      const each = filesOf(
        bundle,
        chunks.filter(({ name }) => OF_EACH_PAGE.has(name)),
        first,
      )
      // Modules are transformed in any order.
      const inOrder = screens.toSorted((one, other) => (one.path < other.path ? -1 : 1))
      const ofPath = inOrder.map(({ path, requests, module }) => {
        const own = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
        return [path, { files: [...filesOf(bundle, own, first, each)], requests }]
      })
      const source = JSON.stringify({ each: [...each], ofPath: Object.fromEntries(ofPath) })
      this.emitFile({ type: 'asset', fileName: '.vite/first-files.json', source })
    },
  }
}

/** The chunks with all that they import, and their style sheets. */
function filesOf(
  bundle: Rolldown.OutputBundle,
  chunks: readonly Rolldown.OutputChunk[],
  ...known: ReadonlySet<string>[]
): Set<string> {
  const files = new Set<string>()
  const add = (file: string): void => {
    const chunk = bundle[file]
    if (files.has(file) || known.some((other) => other.has(file))) return
    files.add(file)
    if (chunk?.type !== 'chunk') return
    for (const other of [...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? [])]) add(other)
  }
  for (const { fileName } of chunks) add(fileName)
  return files
}
