const REACHABLE = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'

/** Moves the focus as Tab (1) and Shift+Tab (-1) do; at the ends it stays. */
export function moveByTab(step: 1 | -1): void {
  const { activeElement } = document
  const all = [...document.querySelectorAll<HTMLElement>(REACHABLE)].filter(
    (element) => element === activeElement || isTabStop(element),
  )
  const isHere = activeElement !== null && activeElement !== document.body
  // The heading has the focus without being a stop.
  const index = isHere ? all.findIndex((element) => element === activeElement) : step === 1 ? -1 : all.length
  const next = all[index + step]
  next?.focus()
  // Tab selects the text of an input, so that typing replaces it.
  if (next instanceof HTMLInputElement) next.select()
}

function isTabStop(element: HTMLElement): boolean {
  return (
    element.tabIndex >= 0 &&
    !element.matches(':disabled, [inert] *, [type="hidden"]') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !(element instanceof HTMLInputElement && element.type === 'radio' && isPassedOver(element))
  )
}

/** A group of radio buttons is one stop: its chosen one, else its first. */
function isPassedOver({ name, checked }: HTMLInputElement): boolean {
  return (
    !checked && name !== '' && document.querySelector(`[type="radio"][name="${CSS.escape(name)}"]:checked`) !== null
  )
}
