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
