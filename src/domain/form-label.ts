/** The label of a form version: "DIGS 4.0". */
export function formLabel({ instrument, version }: { readonly instrument: string; readonly version: string }): string {
  return [instrument, version].filter(Boolean).join(' ')
}
