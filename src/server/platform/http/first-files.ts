import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { projectCurrent, projectInfo } from '#contract/projects.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { EARLY_REQUEST, SESSION_META } from '#domain/session-hint.ts'

/** As the build writes it: the files of each page with a session, and what the screen of each path needs. */
const FirstFiles = v.object({
  each: v.array(v.string()),
  ofPath: v.record(v.string(), v.object({ files: v.array(v.string()), requests: v.array(v.string()) })),
})
type FirstFiles = v.InferOutput<typeof FirstFiles>

const NONE: FirstFiles = { each: [], ofPath: {} }

/** Reads the list of a built front end. A front end of another build has none. */
export async function readFirstFiles(directory: string): Promise<FirstFiles> {
  const text = await readFile(join(directory, '.vite/first-files.json'), 'utf8').catch(() => null)
  return text === null ? NONE : v.parse(FirstFiles, JSON.parse(text))
}

/** What every page with a session asks for. */
const OF_EACH_SESSION = [projectCurrent, projectInfo].map(({ path }) => path)

/**
 * The elements for the head of a page that was asked for with a cookie: it names the files and the requests of its first
 * screen, so that the browser fetches all at once instead of one after another.
 */
export function sessionHead({ each, ofPath }: FirstFiles, path: string): string {
  const [pattern] = Object.keys(ofPath)
    .filter((candidate) => isOfPattern(path, candidate))
    .toSorted((one, other) => namesOf(other) - namesOf(one))
  const own = pattern === undefined ? undefined : ofPath[pattern]
  const parameters = pattern === undefined ? new Map<string, string>() : parametersOf(path, pattern)
  const requests = [...OF_EACH_SESSION, ...(own?.requests ?? [])]
    .map((request) => request.replaceAll(/:\w+/g, (name) => parameters.get(name) ?? name))
    .filter((request) => !request.includes(':'))
  return [
    `<meta name="${SESSION_META}" content="likely" />`,
    ...requests.map(early),
    ...[...each, ...(own?.files ?? [])].map(preload),
  ].join('')
}

function early(request: string): string {
  return `<link rel="preload" as="fetch" crossorigin ${EARLY_REQUEST} href="${API_PREFIX}${request}" />`
}

function preload(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
    : `<link rel="preload" as="script" crossorigin href="/${file}" />`
}

/** By their names, with the colon. Only whole numbers: other ids lead to no request of a first screen. */
function parametersOf(path: string, pattern: string): ReadonlyMap<string, string> {
  const parts = path.split('/')
  return new Map(
    pattern.split('/').flatMap((name, place) => {
      const part = parts[place] ?? ''
      return name.startsWith(':') && /^\d{1,9}$/.test(part) ? [[name.replace('?', ''), part]] : []
    }),
  )
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
