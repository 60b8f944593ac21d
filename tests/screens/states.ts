import type { Page } from '@playwright/test'
import { accountStates } from '#tests/screens/account-states.ts'
import { connectionStates } from '#tests/screens/connection-states.ts'
import { dialogStates } from '#tests/screens/dialog-states.ts'
import { pageStates } from '#tests/screens/page-states.ts'
import { troubleStates } from '#tests/screens/trouble-states.ts'
import type { Made } from '#tests/screens/made.ts'

export type Username = 'researcher' | 'admin' | 'newcomer'

/** A screen in a state: who sees it, where it is, and how it is brought about. */
export interface ScreenState {
  readonly name: string
  /** Nobody: signed out. */
  readonly user: Username | null
  readonly path: string
  /** Before the page is loaded: what the API shall answer. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Once it is there. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** It never comes to rest: calls stay open. */
  readonly isWaiting?: boolean
}

/** Every screen and state, in the order of the index. */
export function allStates(made: Made): readonly ScreenState[] {
  return [
    ...pageStates(made),
    ...dialogStates(made),
    ...accountStates,
    ...connectionStates(made),
    ...troubleStates(made),
  ]
}
