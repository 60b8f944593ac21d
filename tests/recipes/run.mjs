// Applies each recipe of CONTRIBUTING to a copy of the tree, type-checks it and runs the tests that the recipe names:
// node tests/recipes/run.mjs [PART OF A TITLE…]
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { edited, readRecipes } from './read-recipes.mjs'

const asked = process.argv.slice(2)
const tree = mkdtempSync(join(tmpdir(), 'diver-recipes-'))
process.on('exit', () => rmSync(tree, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
for (const file of files.split('\0')) if (file !== '' && existsSync(file)) cpSync(file, join(tree, file))
// The copy has its own caches: a link to the folder would share those of the working tree.
mkdirSync(join(tree, 'node_modules'))
for (const name of readdirSync('node_modules')) {
  if (name !== '.cache' && name !== '.vite')
    symlinkSync(join(process.cwd(), 'node_modules', name), join(tree, 'node_modules', name))
}
if (existsSync('node_modules/.cache/tsc'))
  cpSync('node_modules/.cache/tsc', join(tree, 'node_modules/.cache/tsc'), { recursive: true })

/** Runs a command in the copy; throws with its output. */
function runInTree(command) {
  const { status, signal, stdout, stderr } = spawnSync('bash', ['-c', command], { cwd: tree, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${signal ?? status}\n${lastLines(stdout + stderr)}`)
}

function lastLines(output) {
  return output
    .trimEnd()
    .split('\n')
    .slice(-60)
    .map((line) => line.slice(0, 300))
    .join('\n')
}

function follow({ edits, commands }) {
  const before = new Map()
  try {
    if (edits.length === 0 || commands.length === 0) throw new Error('It has no code, or no command.')
    for (const edit of edits) {
      const file = join(tree, edit.path)
      const text = existsSync(file) ? readFileSync(file, 'utf8') : null
      if (!before.has(file)) before.set(file, text)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, edited(text, edit))
    }
    for (const command of commands) runInTree(command)
    return null
  } catch (error) {
    return error.message
  } finally {
    for (const [file, text] of before) {
      if (text === null) rmSync(file, { force: true })
      else writeFileSync(file, text)
    }
  }
}

const recipes = readRecipes(readFileSync('.github/CONTRIBUTING.md', 'utf8'))
const chosen = recipes.filter(({ title }) => asked.length === 0 || asked.some((part) => title.includes(part)))
let failed = 0
for (const recipe of chosen) {
  const begun = Date.now()
  const problem = follow(recipe)
  if (problem !== null) failed++
  console.log(`${problem === null ? 'passed' : 'FAILED'} ${recipe.title}, ${Math.round((Date.now() - begun) / 1000)} s`)
  if (problem !== null) console.error(problem)
}
console.log(`recipes: ${chosen.length - failed} passed, ${failed} failed, ${recipes.length - chosen.length} skipped`)
process.exitCode = failed > 0 || chosen.length === 0 ? 1 : 0
