import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FUNCTION = /^export (?:async )?(?:function\*?|class) (\w+)/

/** The functions and classes that others may use, without a word before them. */
function undocumentedIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const name = FUNCTION.exec(line)?.[1]
    return name === undefined || lines[index - 1]?.endsWith('*/') === true ? [] : [`${file}: ${name}`]
  })
}

test('every function of domain and server that others use says what it gives', () => {
  const files = ['src/domain', 'src/server'].flatMap((room) => filesOf(room))
  expect(files.length).toBeGreaterThan(200)
  expect(files.flatMap(undocumentedIn)).toEqual([])
})

function filesOf(room: string): string[] {
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${room}/${path}`)
}
