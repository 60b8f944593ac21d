import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { SESSION_META } from '#domain/session-hint.ts'

/** As the build writes it: the files of each page with a session, and those of the screen of each path. */
const FirstFiles = v.object({ each: v.array(v.string()), ofPath: v.record(v.string(), v.array(v.string())) })
type FirstFiles = v.InferOutput<typeof FirstFiles>

const NONE: FirstFiles = { each: [], ofPath: {} }

/** Reads the list of a built front end. A front end of another build has none. */
export async function readFirstFiles(directory: string): Promise<FirstFiles> {
  const text = await readFile(join(directory, '.vite/first-files.json'), 'utf8').catch(() => null)
  return text === null ? NONE : v.parse(FirstFiles, JSON.parse(text))
}

/**
 * The elements for the head of a page that was asked for with a cookie: it names the files of its first screen, so that
 * the browser fetches all at once instead of one after another.
 */
export function sessionHead({ each, ofPath }: FirstFiles, path: string): string {
  const [pattern] = Object.keys(ofPath)
    .filter((candidate) => isOfPattern(path, candidate))
    .toSorted((one, other) => namesOf(other) - namesOf(one))
  const files = [...each, ...((pattern !== undefined && ofPath[pattern]) || [])]
  return [`<meta name="${SESSION_META}" content="likely" />`, ...files.map(preload)].join('')
}

function preload(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
    : `<link rel="preload" as="script" crossorigin href="/${file}" />`
}

/** The number of parts that are not parameters: "/cohorts/build/:id?" goes before "/cohorts/:id". */
function namesOf(pattern: string): number {
  return pattern.split('/').filter((part) => !part.startsWith(':')).length
}

/** Whether a path has the form of a pattern such as "/cohorts/:id" or "/cohorts/build/:id?". */
function isOfPattern(path: string, pattern: string): boolean {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return wanted.length >= parts.length && wanted.every((part, place) => isOfPart(parts[place], part))
}

function isOfPart(part: string | undefined, wanted: string): boolean {
  if (!wanted.startsWith(':')) return part === wanted
  return wanted.endsWith('?') || (part !== undefined && part !== '')
}
