import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoginElsewhere {
  /** Its URL with the return URL. */
  readonly address: string
  /** Whether a login there creates a session. */
  letIn: (isLetIn: boolean) => void
  readonly stop: () => void
}

/** A login page of an institution: it sets the back end's session and redirects back. */
export async function startLoginElsewhere(
  backEnd: string,
  username: string,
  password: string,
): Promise<LoginElsewhere> {
  let isLetIn = true
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const back = url.searchParams.get('back') ?? ''
    if (url.pathname !== '/in') {
      response.setHeader('content-type', 'text/html')
      response.end(`<title>Institution</title><a href="/in?${url.searchParams}">Go on</a>`)
      return
    }
    void logIn(backEnd, username, password).then((cookie) => {
      if (isLetIn) response.setHeader('set-cookie', cookie)
      return response.writeHead(302, { location: back }).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const listening: AddressInfo | string | null = server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0
  return {
    address: `http://127.0.0.1:${port}/?back={return}`,
    letIn: (is) => {
      isLetIn = is
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function logIn(backEnd: string, username: string, password: string): Promise<string> {
  const answer = await fetch(`${backEnd}/api/v0/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return answer.headers.getSetCookie()[0] ?? ''
}
