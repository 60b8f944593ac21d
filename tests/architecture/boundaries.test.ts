import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { beforeAll, describe, expect, it } from 'vitest'

/** Allowed imports between rooms, besides a room's own folder; the handbook's architecture page has the same table. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  contract: ['domain'],
  api: ['contract', 'domain'],
  ui: [],
  'command-kit': ['ui', 'domain', 'api'],
  workspace: ['ui', 'domain', 'command-kit'],
  entities: ['api', 'contract', 'domain', 'ui', 'command-kit', 'workspace'],
  features: ['entities', 'api', 'contract', 'domain', 'ui', 'command-kit', 'workspace'],
  commands: ['command-kit', 'domain', 'contract', 'features'],
  app: ['api', 'commands', 'command-kit', 'contract', 'domain', 'entities', 'features', 'ui', 'workspace'],
  server: ['contract', 'domain'],
  terminal: ['api', 'contract', 'domain'],
  guide: ['commands', 'domain', 'ui'],
  build: [],
}

/** Allowed imports between the server's rooms. Each of `modules` is its own room. */
const SERVER_ROOMS: Record<string, readonly string[]> = {
  model: [],
  platform: ['model'],
  store: ['platform', 'model'],
  engine: ['platform', 'model'],
  disclosure: ['engine', 'store', 'platform', 'model'],
  modules: ['disclosure', 'engine', 'store', 'platform', 'model'],
  openapi: ['modules', 'disclosure', 'engine', 'store', 'platform', 'model'],
  proxy: ['modules', 'disclosure', 'engine', 'store', 'platform', 'model'],
  demo: ['modules', 'disclosure', 'engine', 'store', 'platform', 'model'],
  cli: ['modules', 'disclosure', 'engine', 'store', 'platform', 'model'],
  app: ['cli', 'demo', 'proxy', 'openapi', 'modules', 'disclosure', 'engine', 'store', 'platform', 'model'],
}

const MOST_FILES_OF_A_FOLDER = 30

interface Arrow {
  readonly from: string
  readonly to: string
  readonly isTypeOnly: boolean
}

let arrows: Arrow[] = []
let modules: readonly string[] = []

beforeAll(async () => {
  const { output } = await cruise(
    ['src', 'commands'],
    { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true },
    {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.css'],
    },
  )
  const result: ICruiseResult = typeof output === 'string' ? JSON.parse(output) : output
  const ours = result.modules.filter(({ source }) => /^(src|commands)\//.test(source))
  modules = ours.map(({ source }) => source)
  arrows = ours.flatMap(({ source, dependencies }) =>
    dependencies.map((dependency) => ({
      from: source,
      to: dependency.resolved,
      isTypeOnly: dependency.dependencyTypes.includes('type-only'),
    })),
  )
})

function roomOf(path: string): string | null {
  return (
    /^(?:src\/)?(domain|contract|api|ui|command-kit|workspace|entities|features|commands|app|server|terminal|guide|build)\//.exec(
      path,
    )?.[1] ?? null
  )
}

function featureOf(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null
}

function serverRoomOf(path: string): string | null {
  return /^src\/server\/([^/]+)\//.exec(path)?.[1] ?? null
}

function serverModuleOf(path: string): string | null {
  return /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1] ?? null
}

function isException({ from, to, isTypeOnly }: Arrow): boolean {
  // The leaf of command signatures may be read by all rooms.
  if (to === 'commands/signatures.ts') return isTypeOnly
  // Marks and SVG are pure: the server draws pictures of a bundle with the same code.
  return from.startsWith('src/ui/charts/') && to.startsWith('src/domain/pictures/')
}

describe('rooms and their imports', () => {
  it('finds the modules', () => {
    expect(modules.length).toBeGreaterThan(80)
    expect(arrows.some(({ from, to }) => roomOf(from) === 'features' && roomOf(to) === 'domain')).toBe(true)
    expect(arrows.some(({ from, to }) => roomOf(from) === 'commands' && featureOf(to) !== null)).toBe(true)
  })

  it('allows no forbidden import between rooms', () => {
    const strays = arrows.filter((arrow) => {
      const from = roomOf(arrow.from)
      const to = roomOf(arrow.to)
      if (from === null || to === null || from === to || isException(arrow)) return false
      return !MAY_IMPORT[from]?.includes(to)
    })
    expect(strays).toEqual([])
  })

  it('allows no import between features', () => {
    const strays = arrows.filter(({ from, to }) => {
      const [feature, other] = [featureOf(from), featureOf(to)]
      return feature !== null && other !== null && feature !== other
    })
    expect(strays).toEqual([])
  })

  it('allows command-kit to import only types from api', () => {
    expect(
      arrows.filter(
        ({ from, to, isTypeOnly }) => roomOf(from) === 'command-kit' && roomOf(to) === 'api' && !isTypeOnly,
      ),
    ).toEqual([])
  })

  it('allows only main.tsx and the app room to import the app', () => {
    const strays = arrows.filter(
      ({ from, to }) => roomOf(to) === 'app' && roomOf(from) !== 'app' && from !== 'src/main.tsx',
    )
    expect(strays).toEqual([])
  })

  it('allows no browser library or Node module in pure rooms', () => {
    const strays = arrows.filter(
      ({ from, to }) =>
        ['domain', 'contract'].includes(roomOf(from) ?? '') &&
        roomOf(to) === null &&
        !/valibot|@stdlib\/math-base-special/.test(to),
    )
    expect(strays).toEqual([])
  })
})

describe('rooms of the server', () => {
  it('contain modules that import each other', () => {
    const seen = new Set(modules.map(serverRoomOf).filter((room) => room !== null))
    expect([...seen].toSorted()).toEqual(Object.keys(SERVER_ROOMS).toSorted())
    expect(modules.filter((path) => serverModuleOf(path) !== null).length).toBeGreaterThan(50)
    expect(arrows.some(({ from, to }) => serverModuleOf(from) !== null && serverRoomOf(to) === 'engine')).toBe(true)
  })

  it('import only the rooms below them', () => {
    const strays = arrows.filter(({ from, to }) => {
      const [room, other] = [serverRoomOf(from), serverRoomOf(to)]
      if (room === null || other === null || room === other) return false
      return !SERVER_ROOMS[room]?.includes(other)
    })
    expect(strays).toEqual([])
  })

  it('have no imports between modules', () => {
    const strays = arrows.filter(({ from, to }) => {
      const [module, other] = [serverModuleOf(from), serverModuleOf(to)]
      return module !== null && other !== null && module !== other
    })
    expect(strays).toEqual([])
  })

  it('leave only main.ts and start.mjs outside, and no module imports main.ts', () => {
    const loose = modules.filter((path) => /^src\/server\/[^/]+$/.test(path))
    expect(loose.toSorted()).toEqual(['src/server/main.ts', 'src/server/start.mjs'])
    expect(arrows.filter(({ to }) => loose.includes(to))).toEqual([])
  })

  it('have at most 30 files per folder', () => {
    const files = new Map<string, number>()
    for (const path of modules.filter((one) => one.startsWith('src/server/'))) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      files.set(folder, (files.get(folder) ?? 0) + 1)
    }
    expect([...files].filter(([, count]) => count > MOST_FILES_OF_A_FOLDER)).toEqual([])
  })
})
