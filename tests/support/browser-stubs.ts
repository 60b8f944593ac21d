import { configure } from '@testing-library/dom'

// The default is one second, too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// Browser APIs that jsdom lacks. Server tests have no window.

class StillResizeObserver implements ResizeObserver {
  disconnect(): void {}
  observe(): void {}
  unobserve(): void {}
}

class StillIntersectionObserver implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  disconnect(): void {}
  observe(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
  unobserve(): void {}
}

function matchMedia(media: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener() {},
    removeListener() {},
  })
}

if (typeof window !== 'undefined') {
  window.ResizeObserver = StillResizeObserver
  window.IntersectionObserver = StillIntersectionObserver
  window.matchMedia = matchMedia
  Object.assign(window, { CSS: { escape: (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`) } })
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.scrollTo = () => undefined
  Element.prototype.checkVisibility = () => true
  // Virtual lists need a size to render rows.
  Object.defineProperties(HTMLElement.prototype, {
    offsetWidth: { configurable: true, get: () => 800 },
    offsetHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 800 },
    clientHeight: { configurable: true, get: () => 600 },
  })
}
