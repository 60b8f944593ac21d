import type { Plugin } from 'vite'

/** Hands the API's requests to the app during development. */
export function apiDuringDevelopment(): Plugin {
  return { name: 'api-during-development' }
}
