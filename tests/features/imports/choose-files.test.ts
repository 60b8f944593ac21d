// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { filesOfDrop, filesOfInput, filesToSend } from '#features/imports/choose-files.ts'

const named = (name: string) => new File(['id\n'], name)

/** Files as the browser's own dialog gives them; a file of a folder has its path in it. */
function chosenInDialog(paths: readonly string[]): FileList {
  const files = paths.map((path) => {
    const file = named(path.split('/').at(-1) ?? '')
    if (path.includes('/')) Object.defineProperty(file, 'webkitRelativePath', { value: path })
    return file
  })
  const input = document.createElement('input')
  Object.defineProperty(input, 'files', { value: files })
  if (input.files === null) throw new Error('The input has files.')
  return input.files
}

type Tree = { readonly [name: string]: Tree | null }

/** Entries of a dropped tree, where null is a file; a reader gives at most two at a time. */
function entriesOf(tree: Tree, folder = ''): object[] {
  return Object.entries(tree).map(([name, inside]) => {
    const fullPath = `${folder}/${name}`
    if (inside === null) {
      return { isFile: true, isDirectory: false, fullPath, file: (done: (file: File) => void) => done(named(name)) }
    }
    const createReader = () => {
      const left = entriesOf(inside, fullPath)
      return { readEntries: (done: (entries: object[]) => void) => done(left.splice(0, 2)) }
    }
    return { isFile: false, isDirectory: true, fullPath, createReader }
  })
}

/** Drops things on the page and reads them, as the drop area does. */
async function dropped(entries: readonly (object | null)[]): Promise<string[]> {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }))
  const event = new Event('drop')
  Object.defineProperty(event, 'dataTransfer', { value: { items } })
  const reading = new Promise<string[]>((resolve) => {
    const onDrop = async ({ dataTransfer }: DragEvent) => {
      const files = dataTransfer ? await filesOfDrop(dataTransfer.items) : []
      resolve(files.map(({ path }) => path))
    }
    window.addEventListener('drop', (dropEvent) => void onDrop(dropEvent), { once: true })
  })
  window.dispatchEvent(event)
  return reading
}

test('keeps the folder path or the name of selected files', () => {
  const files = filesOfInput(chosenInDialog(['study/phenotype/mood.tsv', 'age.csv']))
  expect(files.map(({ path }) => path)).toEqual(['study/phenotype/mood.tsv', 'age.csv'])
})

describe('drop', () => {
  test('returns all files of a folder at any depth', async () => {
    const tree = { study: { 'a.csv': null, 'b.csv': null, 'c.csv': null, phenotype: { 'mood.tsv': null } } }
    expect((await dropped(entriesOf(tree))).toSorted()).toEqual([
      'study/a.csv',
      'study/b.csv',
      'study/c.csv',
      'study/phenotype/mood.tsv',
    ])
  })

  test('returns each dropped file and skips entries of other kinds', async () => {
    const link = { isFile: false, isDirectory: false, fullPath: '/link' }
    expect(await dropped([...entriesOf({ 'a.csv': null, 'b.csv': null }), null, link])).toEqual(['a.csv', 'b.csv'])
  })
})

describe('selection of files to send', () => {
  const toSend = (...paths: string[]) => {
    const { files, leftOut } = filesToSend(paths.map((path) => ({ path, file: named(path) })))
    return { paths: files.map(({ path }) => path).toSorted(), leftOut }
  }

  test('strips the name of a single folder and excludes files that no import reads', () => {
    expect(toSend('study/phenotype/mood.tsv', 'study/sub-01/anat/T1.nii.gz', 'study/participants.tsv')).toEqual({
      paths: ['participants.tsv', 'phenotype/mood.tsv'],
      leftOut: ['sub-01/anat/T1.nii.gz'],
    })
  })

  test('keeps the names of several folders', () => {
    expect(toSend('phenotype/mood.tsv', 'age.csv')).toEqual({ paths: ['age.csv', 'phenotype/mood.tsv'], leftOut: [] })
  })

  test('returns nothing for no files', () => {
    expect(toSend()).toEqual({ paths: [], leftOut: [] })
  })
})
