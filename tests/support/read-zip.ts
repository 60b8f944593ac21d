import { unzipSync } from 'fflate'

/** The files of an archive, read by an independent library. */
export function filesOf(archive: Uint8Array): Map<string, Uint8Array> {
  return new Map(Object.entries(unzipSync(archive)))
}

export function textOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const bytes = files.get(name)
  if (!bytes) throw new Error(`The archive has no ${name}.`)
  return new TextDecoder().decode(bytes)
}
