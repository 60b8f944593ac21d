import type { Page } from '@playwright/test'
import { accountStates } from '#tests/screens/account-states.ts'
import { connectionStates } from '#tests/screens/connection-states.ts'
import { dialogStates } from '#tests/screens/dialog-states.ts'
import { fileStates } from '#tests/screens/file-states.ts'
import type { Made } from '#tests/screens/made.ts'
import { pageStates } from '#tests/screens/page-states.ts'
import { releaseStates } from '#tests/screens/release-states.ts'
import { tableStates } from '#tests/screens/table-states.ts'
import { troubleStates } from '#tests/screens/trouble-states.ts'

export type Username = 'researcher' | 'admin' | 'newcomer'

/** A screen in a state: user, URL and steps. */
export interface ScreenState {
  readonly name: string
  /** Signed out. */
  readonly user: Username | null
  readonly path: string
  /** Before loading: sets responses of the API. */
  readonly before?: (page: Page) => Promise<unknown>
  /** After loading. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Requests stay open: no network idle. */
  readonly isWaiting?: boolean
  /** Also taken as on paper. */
  readonly isPrinted?: boolean
}

/** All screens and states, in the order of the index. */
export function allStates(made: Made): readonly ScreenState[] {
  return [
    ...pageStates(made),
    ...tableStates(made),
    ...releaseStates(made),
    ...fileStates,
    ...dialogStates(made),
    ...accountStates,
    ...connectionStates(made),
    ...troubleStates(made),
  ]
}
