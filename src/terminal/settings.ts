import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { TerminalFailure, type Streams } from '#terminal/context.ts'

const Settings = v.object({ server: v.string(), token: v.string() })
type Settings = v.InferOutput<typeof Settings>

const DEFAULT_SERVER = 'http://127.0.0.1:8080'
const OWNER_ONLY = { file: 0o600, folder: 0o700 }

type Place = Pick<Streams, 'environment' | 'platform'>

/** The file of the settings in the configuration folder of the operating system. */
export function settingsFile({ environment, platform }: Place): string {
  const home = environment['HOME'] ?? homedir()
  const folders: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: environment['APPDATA'] ?? join(home, 'AppData', 'Roaming'),
  }
  const folder = environment['XDG_CONFIG_HOME'] ?? folders[platform] ?? join(home, '.config')
  return join(folder, 'diver', 'settings.json')
}

/** The environment (DIVER_SERVER, DIVER_TOKEN) goes before the file; the token may be missing. */
export async function readSettings(place: Place): Promise<{ server: string; token: string | null }> {
  const file = settingsFile(place)
  const text = await readFile(file, 'utf8').catch(() => null)
  const kept = text === null ? null : parsed(text, file)
  const server = place.environment['DIVER_SERVER'] ?? kept?.server ?? DEFAULT_SERVER
  // A token is sent to the server only that it was made by.
  const isOther = kept !== null && serverOf(kept.server) !== serverOf(server)
  return {
    server: serverOf(server),
    token: place.environment['DIVER_TOKEN'] ?? (isOther ? null : (kept?.token ?? null)),
  }
}

function parsed(text: string, file: string): Settings {
  try {
    return v.parse(Settings, JSON.parse(text))
  } catch {
    throw new TerminalFailure(`${file} is damaged. Delete it and log in again.`)
  }
}

/** An address without a path. */
export function serverOf(address: string): string {
  try {
    return new URL(/^https?:\/\//.test(address) ? address : `https://${address}`).origin
  } catch {
    throw new TerminalFailure(`${address} is no address of a server.`)
  }
}

/** Only the owner may read the file: the token is a secret. */
export async function writeSettings(place: Place, settings: Settings): Promise<string> {
  const file = settingsFile(place)
  await mkdir(dirname(file), { recursive: true, mode: OWNER_ONLY.folder })
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: OWNER_ONLY.file })
  await chmod(file, OWNER_ONLY.file)
  return file
}

/** Whether there were settings. */
export async function deleteSettings(place: Place): Promise<void> {
  await rm(settingsFile(place), { force: true })
}
