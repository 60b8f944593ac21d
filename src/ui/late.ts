import { lazy, type ComponentType } from 'react'

/** A part loaded after the first paint; without its code the app works without it. */
export function late<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy((): Promise<{ default: ComponentType<Props> }> => load().catch(() => ({ default: () => null })))
}
