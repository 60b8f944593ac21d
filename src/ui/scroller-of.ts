/** The element around another one that scrolls it up and down. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let outer = element?.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer
  }
  return null
}
