const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button:not([disabled]), [tabindex="0"]'

/** Moves the focus into a field of a form, which its `data-field` names. */
export function focusField(form: HTMLElement | null, field: string): void {
  const place = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const control = place?.querySelector<HTMLElement>(FOCUSABLE) ?? place
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}
