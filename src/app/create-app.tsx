import { createStore, Provider } from 'jotai'
import { StrictMode, type ReactElement } from 'react'
import { createCall } from '#api/call.ts'
import { createOpenFile } from '#api/open-file.ts'
import { createSendBytes } from '#api/send-bytes.ts'
import { App } from '#app/app.tsx'
import { AppErrorBoundary } from '#app/app-error-boundary.tsx'
import { askOnFocus } from '#app/ask-on-focus.ts'
import { followConnection } from '#app/follow-connection.ts'
import { preloadPanes } from '#app/preload-screens.ts'
import { screenRoutes } from '#app/screen-routes.tsx'
import { commands } from '#commands/index.ts'
import { createRegistry } from '#command-kit/registry.ts'
import { callAtom } from '#entities/call-atom.ts'
import { externalLoginAtom, readExternalLogin } from '#entities/external-login.ts'
import { openFileAtom } from '#entities/open-file-atom.ts'
import { createQueryClient, queryClientAtom } from '#entities/query-client.ts'
import { sendBytesAtom } from '#entities/send-bytes-atom.ts'
import { capabilitiesAtom, userAtom } from '#entities/session.ts'
import { followTheme } from '#features/appearance/use-cases.ts'
import { noteAnswer } from '#features/session/last-answer.ts'
import { forgetUser } from '#features/session/use-cases.ts'
import { showError } from '#ui/toasts.ts'
import { keptChangeKeys } from '#workspace/drafts/kept-change-keys.ts'
import { createWorkspaceHistory } from '#workspace/history.ts'
import { createWorkspacePort } from '#workspace/workspace-port.ts'

/** Composes the whole front end over one store; tests pass the app's own request function for fetch. */
export function createApp(fetch: typeof globalThis.fetch = globalThis.fetch.bind(globalThis)): ReactElement {
  const store = createStore()
  store.set(queryClientAtom, createQueryClient())
  store.set(externalLoginAtom, readExternalLogin())
  const settings = {
    fetch,
    onUnauthorized: () => forgetUser(store),
    onAnswered: noteAnswer,
    onFailure: showError,
    connection: followConnection(store, fetch),
    changeKeys: keptChangeKeys(() => store.get(userAtom)?.username ?? null, Date.now),
    knowsChangeKeys: () => store.get(capabilitiesAtom).includes('change-keys'),
  }
  store.set(callAtom, { call: createCall(settings) })
  store.set(sendBytesAtom, { sendBytes: createSendBytes(settings) })
  store.set(openFileAtom, { openFile: createOpenFile(settings) })

  askOnFocus(store)
  followTheme(store, document.documentElement)

  const registry = createRegistry(commands)
  const history = createWorkspaceHistory({ store, isRoute: registry.isRoute })
  preloadPanes(registry, store)
  const workspace = createWorkspacePort({ history, registry })

  return (
    <StrictMode>
      <Provider store={store}>
        <AppErrorBoundary>
          <App registry={registry} history={history} workspace={workspace} routes={screenRoutes(registry)} />
        </AppErrorBoundary>
      </Provider>
    </StrictMode>
  )
}
