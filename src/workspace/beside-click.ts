import type { MouseEvent } from 'react'
import { paneUrl } from '#workspace/url-codec.ts'

/**
 * The page of ours that a click with Alt or Shift on a link means to open beside; null for any other click. In a list
 * whose rows can be selected Shift selects.
 */
export function urlToOpenBeside(event: MouseEvent, isRoute: (url: string) => boolean): string | null {
  if (event.shiftKey === event.altKey || event.ctrlKey || event.metaKey || event.button !== 0) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return null
  if (event.shiftKey && link.closest('[aria-multiselectable=true]') !== null) return null
  if (link.target === '_blank' || link.hasAttribute('download')) return null
  const url = paneUrl(`${link.pathname}${link.search}`)
  return url !== null && isRoute(url) ? url : null
}
