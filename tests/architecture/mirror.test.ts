import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const CLIENT_ROOMS = ['api', 'app', 'command-kit', 'entities', 'features', 'ui', 'workspace']
const ROOMS = [...CLIENT_ROOMS, 'domain', 'server', 'terminal']

function testFilesOf(room: string): string[] {
  return readdirSync(`tests/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => `${room}/${path}`)
}

/** Whether a test file imports a source of the folder at its own path, or of a folder below that. */
function importsItsFolder(file: string): boolean {
  return readFileSync(`tests/${file}`, 'utf8').includes(`'#${dirname(file)}/`)
}

test.each(ROOMS)('each test file of %s mirrors a source folder', (room) => {
  const files = testFilesOf(room)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(`src/${dirname(file)}`))).toEqual([])
})

test.each(CLIENT_ROOMS)('each test file of %s imports a source of its own folder', (room) => {
  expect(testFilesOf(room).filter((file) => !importsItsFolder(file))).toEqual([])
})
