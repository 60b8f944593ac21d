import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

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

const ROUTER_FILES = join(import.meta.dirname, '../../../../node_modules/react-router/dist/production')
const ROUTER: ReadonlyMap<string, string> = new Map([
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
])

/**
 * React Router's exports name only its files for development, which have checks and messages for developers. Unused
 * exports are dropped only if the contexts and components that the file makes are marked as pure.
 */
export function routerForProduction(): Plugin {
  return {
    name: 'router-for-production',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => {
      const file = ROUTER.get(id)
      return file === undefined ? null : join(ROUTER_FILES, file)
    },
    transform: (code, id) =>
      id.includes('/react-router/dist/production/')
        ? code
            .replaceAll(/^\w+\.displayName = .*;$/gm, '')
            .replaceAll(/\bReact\d*\.(?:createContext|memo|forwardRef)\(/g, '/* @__PURE__ */ $&')
        : null,
  }
}

const NO_DIALOG = '\0no-radix-dialog'

/** cmdk's Command.Dialog, which the palette does not use, would load a second implementation of dialogs. */
export function cmdkWithoutDialog(): Plugin {
  return {
    name: 'cmdk-without-dialog',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id, importer) =>
      id === '@radix-ui/react-dialog' && importer?.includes('/cmdk/') === true ? NO_DIALOG : null,
    load: (id) => (id === NO_DIALOG ? 'export const Root = null, Portal = null, Overlay = null, Content = null' : null),
  }
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

/** The nodes of a property's name below a node, outermost first. */
function propertiesNamed(name: string, node: Node): Node[] {
  const key = node.type === 'Property' && 'key' in node ? node.key : null
  if (isNode(key) && 'name' in key && key.name === name) return [node]
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((below) => propertiesNamed(name, below))
}

/** What only tests and the server need; the declarations load with the first screen. */
const NOT_IN_BROWSER = ['examples', 'firstRequests']

export function commandsInShort(): Plugin {
  return {
    name: 'commands-in-short',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/\/commands\/[\w-]+\.ts$/.test(id)) return null
      const parsed = this.parse(code)
      const found = NOT_IN_BROWSER.flatMap((name) => propertiesNamed(name, parsed).map((node) => ({ name, ...node })))
      return found
        .toSorted((one, other) => other.start - one.start)
        .reduce((rest, { name, start, end }) => `${rest.slice(0, start)}${name}: []${rest.slice(end)}`, code)
    },
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
