const TYPED = 'input:not([type="hidden"], [type="radio"], [type="checkbox"]), select, textarea'

/** The fields for text and choices, in their order. */
export function fieldsIn(form: HTMLElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])]
}

/** The first empty field that is required. */
export function emptyFieldOf(form: HTMLElement | null): HTMLInputElement | undefined {
  return fieldsIn(form).find(
    (field) => field.value === '' && field.ariaRequired !== 'false' && field.dataset['chosen'] !== 'true',
  )
}
