/** The accounts that come with synthetic data, and only with them. */
export interface DemoAccount {
  readonly username: string
  readonly password: string
  readonly about: string
  readonly firstName: string
  readonly lastName: string
  readonly isAdmin: boolean
  readonly collections: readonly string[]
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    username: 'admin',
    password: 'demo',
    about: 'Administrator: reads all collections, edits variables',
    firstName: 'Ada',
    lastName: 'Admin',
    isAdmin: true,
    collections: [],
  },
  {
    username: 'researcher',
    password: 'demo',
    about: 'Reads the collections bp, sz, dp, au and ct',
    firstName: 'Robin',
    lastName: 'Researcher',
    isAdmin: false,
    collections: ['bp', 'sz', 'dp', 'au', 'ct'],
  },
  {
    username: 'newcomer',
    password: 'demo',
    about: 'Reads no collection yet',
    firstName: 'Nico',
    lastName: 'Newcomer',
    isAdmin: false,
    collections: [],
  },
]
