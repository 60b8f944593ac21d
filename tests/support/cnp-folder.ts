import { join } from 'node:path'

/** The folder of the CNP data set (OpenNeuro ds000030), below TEST_DATASETS. */
export function cnpFolder(): string {
  const folder = process.env['TEST_DATASETS']
  if (!folder) throw new Error('TEST_DATASETS names no folder.')
  return join(folder, 'cnp_ds000030')
}
