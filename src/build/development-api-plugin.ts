import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRunnableDevEnvironment, type Plugin, type RunnableDevEnvironment } from 'vite'

const OF_THE_APP = /^\/(api\/v0|codebooks)\//
const MODULE = '/src/server/app/development/development-api.ts'

interface DevelopmentModule {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

/** Serves the API during development; loaded with the first request, and reloaded after a change. */
export function apiDuringDevelopment(): Plugin {
  return {
    name: 'api-during-development',
    configureServer: ({ middlewares, environments }) => {
      middlewares.use((request, response, next) => {
        const environment = environments['server']
        const isCall = OF_THE_APP.test(request.url ?? '')
        if (!isCall || !environment || !isRunnableDevEnvironment(environment)) next()
        else void handOn(environment, request, response, next)
      })
    },
  }
}

async function handOn(
  environment: RunnableDevEnvironment,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (error: unknown) => void,
): Promise<void> {
  try {
    const { answer } = await environment.runner.import<DevelopmentModule>(MODULE)
    await answer(request, response)
  } catch (error) {
    fail(error)
  }
}
