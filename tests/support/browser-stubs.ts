import { configure } from '@testing-library/dom'

// Of itself it waits for a second, which is less than a busy machine takes to draw.
configure({ asyncUtilTimeout: 30_000 })

// What browsers have and jsdom has not. Server tests run without a window and need none of it.

class StillResizeObserver implements ResizeObserver {
  disconnect(): void {}
  observe(): void {}
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
  window.matchMedia = matchMedia
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.scrollTo = () => undefined
  // Windowed lists show as many rows as fit, and without a size that is none.
  Object.defineProperties(HTMLElement.prototype, {
    offsetWidth: { configurable: true, get: () => 800 },
    offsetHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 800 },
    clientHeight: { configurable: true, get: () => 600 },
  })
}
