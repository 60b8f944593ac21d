/** Whether there is something: narrows `(Thing | null)[]` to `Thing[]`. */
export function isPresent<Thing>(thing: Thing | null): thing is Thing {
  return thing !== null
}
