import { expect, test } from 'vitest'
import { PEDIGREE_TABLES } from '#server/modules/imports/formats/pedigree/pedigree-tables.ts'
import { readFolderTables, PLAIN_TABLES } from '#server/modules/imports/formats/plain/folder-tables.ts'
import { REDCAP_PROJECT } from '#server/modules/imports/formats/redcap/read-redcap.ts'
import { readFolder } from '#server/modules/imports/source/read-folder.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

const REDCAP_DICTIONARY = 'Variable / Field Name,Form Name,Field Type,Field Label\nrecord_id,base,text,Record\n'

/** Names of the table formats that match a folder of these files. */
async function detectedIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { path, remove } = temporaryFolder(files)
  const names: string[] = []
  try {
    const source = await readFolder(path)
    const options = { map: new Map<never, never>(), keepsNotAvailable: false, watch: undefined }
    const folder = { ...source, readTables: () => readFolderTables(source.tables, options) }
    const formats = { PEDIGREE_TABLES, REDCAP_PROJECT, PLAIN_TABLES }
    for (const [name, format] of Object.entries(formats)) if (await format.detect(folder)) names.push(name)
  } finally {
    remove()
  }
  return names
}

test('detects a REDCap project by its dictionary, and plain tables if no other format matches', async () => {
  expect(await detectedIn({ 'base.csv': 'id,score\na,1\n' })).toEqual(['PLAIN_TABLES'])
  expect(await detectedIn({ 'dictionary.csv': REDCAP_DICTIONARY })).toEqual(['REDCAP_PROJECT', 'PLAIN_TABLES'])
})

test('tables beside BIDS files are read as pedigrees first', async () => {
  const bids = {
    'participants.tsv': 'participant_id\nsub-1\n',
    'family.csv': 'id,family,father,mother,sex\n1,f,0,0,1\n',
  }
  expect(await detectedIn(bids)).toEqual(['PEDIGREE_TABLES', 'PLAIN_TABLES'])
})
