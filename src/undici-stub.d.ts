// ofetch's types name undici's dispatcher, which would bring Node's globals into the browser's program.
export interface Dispatcher {
  readonly unavailableInBrowsers: never
}
