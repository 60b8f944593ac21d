import type { Getter } from 'jotai'
import { generatePath, matchRoutes } from 'react-router-dom'
import { isComplete } from '#command-kit/arguments.ts'
import {
  invocationOf,
  type Command,
  type CommandRecord,
  type Invocation,
  type InvocationOf,
  type Place,
  type RouteCommand,
  type RouteParams,
  type Subject,
} from '#command-kit/declaration.ts'
import { createKeyTable, type KeyTable } from '#command-kit/keys/key-table.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import type { ChapterId } from '#domain/guide.ts'

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- stands for the arguments of any route
type RouteOf = RouteCommand<ArgumentsOf<CommandId>>

export interface RouteEntry extends Pick<RouteOf, 'path' | 'screen' | 'otherScreen' | 'unknown' | 'fromTarget'> {
  readonly id: CommandId
}

export interface PlacedCommand {
  readonly id: CommandId
  readonly title: string | undefined
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- stands for the arguments of any command
  readonly command: Command<ArgumentsOf<CommandId>>
}

export interface Registry {
  readonly ids: readonly CommandId[]
  readonly keyTable: KeyTable
  /** The commands of a place, in order. */
  readonly placed: (location: Place['location']) => readonly PlacedCommand[]
  readonly routes: readonly RouteEntry[]
  readonly command: <Id extends CommandId>(id: Id) => Command<ArgumentsOf<Id>>
  /** The route of a path, with its parameters; null without a match. */
  readonly matchOf: (pathname: string) => Pick<RouteMatch, 'id' | 'params'> | null
  /** Whether a route matches, regardless of the id. */
  readonly isRoute: (url: string) => boolean
  /** Parses a URL into command and arguments; null without a match. */
  readonly routeOf: (url: string) => Invocation | null
  /** The subject of a URL's screen. */
  readonly subjectOf: (url: string) => Subject | undefined
  /** The guide's chapter of a URL's screen; null without one. */
  readonly chapterOf: (url: string) => ChapterId | null
  /** The lazy component of a URL's screen; null without one. */
  readonly screenOf: (url: string) => RouteEntry['screen'] | null
  /** The heading that the URL's route declares; null for the command's title. */
  readonly headingOf: (url: string, get: Getter) => string | null
  /** The title of a URL's page, even if its arguments are wrong; null without a route. */
  readonly titleOf: (url: string) => string | null
  /** The parent page of a URL; null at the top. */
  readonly upOf: (url: string, get: Getter) => Invocation | null
  /** The URL of a complete route invocation; null for others. */
  readonly addressOf: (invocation: Invocation) => string | null
  /** The URL of a route command with its arguments. */
  readonly hrefOf: <Id extends CommandId>(invocation: { readonly id: Id; readonly args: ArgumentsOf<Id> }) => string
}

const MATCHES_MAX = 100

/** Tests register few commands. */
export type SomeCommands = Partial<CommandRecord>

interface RouteMatch {
  readonly id: CommandId
  readonly params: RouteParams
  readonly query: URLSearchParams
}

function isCommandId(commands: SomeCommands, id: string): id is CommandId {
  return Object.hasOwn(commands, id)
}

/** Builds the registry; throws on clashing keys or routes. */
export function createRegistry(commands: SomeCommands): Registry {
  const ids = Object.keys(commands).filter((id) => isCommandId(commands, id))

  function command<Id extends CommandId>(id: Id): Command<ArgumentsOf<Id>> {
    const found: SomeCommands[Id] = commands[id]
    if (found === undefined) throw new Error(`There is no command "${id}"`)
    return found
  }

  const routes = ids.flatMap((id) => {
    const declared = command(id)
    return declared.kind === 'route' ? [{ id, ...declared }] : []
  })
  refuseRouteClashes(routes)
  const routePaths = routes.map(({ id, path }) => ({ id, path }))
  const keyTable = createKeyTable(ids.flatMap((id) => (command(id).keys ?? []).map((key) => [id, key] as const)))

  function placed(location: Place['location']): readonly PlacedCommand[] {
    return ids
      .flatMap((id) =>
        (command(id).places ?? [])
          .filter((place) => place.location === location)
          .map(({ order, title }) => ({ id, order, title })),
      )
      .toSorted((one, other) => one.order - other.order)
      .map(({ id, title }) => ({ id, title, command: command(id) }))
  }

  /** Cached by path, because matching compares all routes. */
  const matches = new Map<string, Pick<RouteMatch, 'id' | 'params'> | null>()
  function matchOfPath(pathname: string): Pick<RouteMatch, 'id' | 'params'> | null {
    const known = matches.get(pathname)
    if (known !== undefined) return known
    const found = matchRoutes(routePaths, pathname)?.[0]
    const match = found && isCommandId(commands, found.route.id) ? { id: found.route.id, params: found.params } : null
    if (matches.size >= MATCHES_MAX) matches.clear()
    matches.set(pathname, match)
    return match
  }

  function matchOfUrl(url: string): RouteMatch | null {
    const [, pathname = '/', search = ''] = /^([^?#]*)\??([^#]*)/.exec(url) ?? []
    const match = matchOfPath(pathname)
    return match && { ...match, query: new URLSearchParams(search) }
  }

  function routeOf(url: string): Invocation | null {
    const match = matchOfUrl(url)
    return match && invocationAt(match.id, command(match.id), match)
  }

  function subjectOf(url: string): Subject | undefined {
    const match = matchOfUrl(url)
    return match ? subjectAt(command(match.id), match) : undefined
  }

  function chapterOf(url: string): ChapterId | null {
    const match = matchOfUrl(url)
    const declared = match && command(match.id)
    return declared?.kind === 'route' ? declared.chapter : null
  }

  function screenOf(url: string): RouteEntry['screen'] | null {
    const match = matchOfUrl(url)
    return match && screenAt(command(match.id), match)
  }

  function headingOf(url: string, get: Getter): string | null {
    const match = matchOfUrl(url)
    return match && headingAt(command(match.id), match, get)
  }

  function titleOf(url: string): string | null {
    const match = matchOfUrl(url)
    const title = match && command(match.id).title
    return typeof title === 'string' ? title : null
  }

  function upOf(url: string, get: Getter): Invocation | null {
    const match = matchOfUrl(url)
    const id = (match && parentAt(command(match.id), match, get)) ?? routes.find(({ path }) => path === '/')?.id
    return id === undefined || id === match?.id ? null : invocationOf(id, {})
  }

  function hrefOf<Id extends CommandId>({ id, args }: { readonly id: Id; readonly args: ArgumentsOf<Id> }): string {
    const declared = command(id)
    if (declared.kind !== 'route') throw new Error(`Command "${id}" has no address of its own`)
    return routeHref(declared, args)
  }

  function addressOf<Id extends CommandId>({ id, args }: InvocationOf<Id>): string | null {
    const declared: Command<ArgumentsOf<Id>> = command<Id>(id)
    return declared.kind === 'route' && isComplete(declared, args) ? routeHref(declared, args) : null
  }

  const isRoute = (url: string) => matchOfUrl(url) !== null
  return {
    ids,
    keyTable,
    placed,
    routes,
    command,
    matchOf: matchOfPath,
    isRoute,
    routeOf,
    subjectOf,
    chapterOf,
    screenOf,
    headingOf,
    titleOf,
    upOf,
    addressOf,
    hrefOf,
  }
}

function invocationAt<Id extends CommandId>(
  id: Id,
  command: Command<ArgumentsOf<Id>>,
  { params, query }: RouteMatch,
): InvocationOf<Id> | null {
  const args = command.kind === 'route' ? command.fromTarget(params, query) : null
  return args === null ? null : { id, args }
}

function subjectAt<Args>(command: Command<Args>, { params, query }: RouteMatch): Subject | undefined {
  const args = command.kind === 'route' ? command.fromTarget(params, query) : null
  return command.kind === 'route' && args !== null ? command.subject?.(args) : undefined
}

function screenAt<Args>(command: Command<Args>, { params, query }: RouteMatch): RouteCommand<Args>['screen'] | null {
  if (command.kind !== 'route') return null
  const args = command.fromTarget(params, query)
  return (args === null ? undefined : command.otherScreen?.(args)) ?? command.screen
}

function headingAt<Args>(command: Command<Args>, { params, query }: RouteMatch, get: Getter): string | null {
  if (command.kind !== 'route' || command.heading === undefined) return null
  return typeof command.heading === 'string' ? command.heading : command.heading(get, command.fromTarget(params, query))
}

function parentAt<Args>(command: Command<Args>, { params, query }: RouteMatch, get: Getter): CommandId | undefined {
  if (command.kind !== 'route') return undefined
  return typeof command.up === 'function' ? command.up(get, command.fromTarget(params, query)) : command.up
}

function routeHref<Args>(command: RouteCommand<Args>, args: Args): string {
  const { params = {}, query = {} } = command.toTarget(args)
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value ?? []].flat()) if (one !== '') written.append(name, one)
  }
  const path = generatePath<string>(command.path, params)
  return written.size > 0 ? `${path}?${written}` : path
}

interface Route {
  readonly id: CommandId
  readonly path: string
}

/** All paths of a pattern with anonymous parameters: "/a/:id?" gives "/a" and "/a/:". */
function shapesOf(path: string): readonly string[] {
  let shapes: readonly string[] = ['']
  for (const segment of path.split('/').filter((part) => part !== '')) {
    const shape = segment.replace(/\?$/, '').replace(/^:.*/, ':')
    const longer = shapes.map((start) => `${start}/${shape}`)
    shapes = segment.endsWith('?') ? shapes.concat(longer) : longer
  }
  return shapes
}

/** Throws if two commands declare the same path. */
function refuseRouteClashes(routes: readonly Route[]): void {
  const owners = new Map<string, CommandId>()
  for (const { id, path } of routes) {
    for (const shape of shapesOf(path)) {
      const owner = owners.get(shape)
      if (owner !== undefined) throw new Error(`Route "${shape || '/'}" belongs to both ${owner} and ${id}`)
      owners.set(shape, id)
    }
  }
}
