import { lazy, type ComponentType } from 'react'

/** A part of the page that loads late. The rest works without it if its code cannot be loaded. */
export function optionalPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => ({
    default: await load().catch(() => () => null),
  }))
}
