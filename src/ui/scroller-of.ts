/** The nearest vertical scroll container. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let outer = element?.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer
  }
  return null
}
