import { useDebounced } from '#ui/forms/use-debounced.ts'

/** Debounce: skips intermediate states while a number is typed, yet seems immediate. */
const LIVE_MILLISECONDS = 120

/** The debounced request; null in between, so that no outdated count is shown. */
export function useSettled<Request>(request: Request | null): Request | null {
  const text = useDebounced(JSON.stringify(request), LIVE_MILLISECONDS)
  return request !== null && text === JSON.stringify(request) ? request : null
}
