import type { CommandId } from '#commands/signatures.ts'

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
export function refuseRouteClashes(routes: readonly Route[]): void {
  const owners = new Map<string, CommandId>()
  for (const { id, path } of routes) {
    for (const shape of shapesOf(path)) {
      const owner = owners.get(shape)
      if (owner !== undefined) throw new Error(`Route "${shape || '/'}" belongs to both ${owner} and ${id}`)
      owners.set(shape, id)
    }
  }
}
