import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A plugin that replaces a text of one file as it is loaded; the list names the fault. The file itself is not changed. */
export function plantedFault(name, list) {
  const fault = JSON.parse(readFileSync(list, 'utf8')).find((planted) => planted.name === name)
  if (!fault) throw new Error(`There is no fault "${name}".`)
  const file = fileURLToPath(new URL(`../../${fault.file}`, import.meta.url))
  return {
    name: 'planted-fault',
    enforce: 'pre',
    transform(code, id) {
      if (id !== file) return null
      if (!code.includes(fault.find)) throw new Error(`${fault.file} lacks the text of "${name}".`)
      return code.replace(fault.find, () => fault.put)
    },
  }
}
